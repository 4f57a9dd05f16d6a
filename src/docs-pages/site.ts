import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { schema } from '../graphql/schema.ts'
import { describeInterface, type Interface } from '../openapi/document.ts'
import { ROUTES } from '../rest/router.ts'
import { apiPage } from './api-page.ts'
import { errorsPage } from './errors-page.ts'
import { graphqlPage } from './graphql-page.ts'
import { type GuideFile, listGuide, markdownPage } from './guide-pages.ts'
import type { Addresses } from './markdown.ts'
import { objectsPage } from './objects-page.ts'
import { operationPage } from './operation-page.ts'
import type { Section } from './page.ts'
import { readRemedies } from './remedies.ts'
import { startPage } from './start-page.ts'
import { webhooksPage } from './webhooks-page.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SAMPLES = 'docs/guide/samples'
// Pages that are Markdown files outside the guide.
const OTHER_FILES: readonly GuideFile[] = [
  { file: 'docs/glossary.md', label: 'Glossary', path: '/docs/glossary' },
  { file: 'CHANGELOG.md', label: 'Changelog', path: '/docs/changelog' },
]

/** The sources of the pages. */
interface Sources {
  readonly description: Interface
  /** The text of a file, by its path in the repository. */
  readonly read: (file: string) => string
  /** The names of the sample programs. */
  readonly samples: readonly string[]
}

/** The sources in this repository. */
export function repositorySources(): Sources {
  return {
    description: describeInterface(ROUTES),
    read: (file) => readFileSync(join(ROOT, file), 'utf8'),
    samples: readdirSync(join(ROOT, SAMPLES)).sort(),
  }
}

/** All pages of the documentation, in the sections of the side list. */
export function createSite({ description, read, samples }: Sources): readonly Section[] {
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
  ])
}
