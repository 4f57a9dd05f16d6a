import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { schema } from '../graphql/schema.ts'
import { describeInterface, type Interface } from '../openapi/document.ts'
import { ROUTES } from '../rest/router.ts'
import { apiPage, objectsPage, startPage } from './api-page.ts'
import { errorsPage, readRemedies } from './errors-page.ts'
import { graphqlPage } from './graphql-page.ts'
import { type Addresses, renderMarkdown } from './markdown.ts'
import { operationPage } from './operation-page.ts'
import type { Page, Section } from './page.ts'
import { webhooksPage } from './webhooks-page.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const GUIDE = 'docs/guide'
const SAMPLES = `${GUIDE}/samples`

/** A page of the guide: its file, its name in the guide's own list, and its address. */
interface GuideFile {
  readonly file: string
  readonly label: string
  readonly path: string
}

// Pages that are Markdown files outside the guide.
const OTHER_FILES: readonly GuideFile[] = [
  { file: 'docs/importing.md', label: 'Importing a portfolio', path: '/docs/importing' },
  { file: 'docs/glossary.md', label: 'Glossary', path: '/docs/glossary' },
  { file: 'CHANGELOG.md', label: 'Changelog', path: '/docs/changelog' },
]

export function repositorySources() {
  return {
    description: describeInterface(ROUTES),
    /** The text of a file, by its path in the repository. */
    read: (file: string) => readFileSync(join(ROOT, file), 'utf8'),
    samples: readdirSync(join(ROOT, SAMPLES)).sort(),
  }
}

/** All pages of the documentation, in the sections of the side list. */
export function createSite(sources: ReturnType<typeof repositorySources>): readonly Section[] {
  const { description, read, samples } = sources
  const guide = listGuide(read('docs/guide/README.md'))
  const addresses = addressesOf([...guide, ...OTHER_FILES], samples)
  const pageOf = (each: GuideFile) => markdownPage(each, read(each.file), addresses)
  const remedies = readRemedies(read('docs/guide/errors.md'), addresses)
  return [
    { label: 'Documentation', pages: [startPage(description, samples)] },
    { label: 'Guide', pages: guide.map(pageOf) },
    ...referenceSections(description),
    {
      label: 'More',
      pages: [
        errorsPage(description, remedies),
        objectsPage(description),
        webhooksPage(description),
        graphqlPage(schema),
        ...OTHER_FILES.map(pageOf),
      ],
    },
  ]
}

// A section for each tag of the description, since each has credentials of its own.
function referenceSections(description: Interface): Section[] {
  const { about, operations } = description
  return about.tags.map(({ name }, i) => {
    const own = operations.filter(({ tags }) => tags.includes(name))
    const pages = own.map((each) => operationPage(each, description))
    return { label: `REST: ${name}`, pages: i === 0 ? [apiPage(description), ...pages] : pages }
  })
}

function addressesOf(files: readonly GuideFile[], samples: readonly string[]): Addresses {
  return new Map([
    ...files.map(({ file, path }) => [file, path] as const),
    ...samples.map((name) => [`${SAMPLES}/${name}`, `/${SAMPLES}/${name}`] as const),
    ['docs/samples/import-csv.js', '/docs/samples/import-csv.js'],
  ])
}

// The pages of the guide in the order of its list, README.md first.
function listGuide(readme: string): readonly GuideFile[] {
  const listed = [...readme.matchAll(/\[([^\]]+)\]\(([\w-]+)\.md(?:#[^)]*)?\)/g)].map(
    ([, label = '', name = '']) => ({
      file: `${GUIDE}/${name}.md`,
      label: label.replace(/\s+/g, ' '),
      path: `/${GUIDE}/${name}`,
    }),
  )
  const once = listed.filter(({ file }, i) => listed.findIndex((each) => each.file === file) === i)
  return [{ file: `${GUIDE}/README.md`, label: 'Overview', path: `/${GUIDE}` }, ...once]
}

function markdownPage({ file, label, path }: GuideFile, text: string, addresses: Addresses): Page {
  const { body, headings, title } = renderMarkdown(text, file, addresses)
  return { path, label, title, summary: `${title}: Orangery`, body, headings }
}
