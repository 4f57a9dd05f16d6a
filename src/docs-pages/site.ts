import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readAnswers } from './answers.ts'
import { apiPage } from './api-page.ts'
import { errorsPage } from './errors-page.ts'
import { graphqlPage } from './graphql-page.ts'
import { readPartnerTypes } from './graphql-types.ts'
import { type GuideFile, listGuide, markdownPage } from './guide-pages.ts'
import { type Interface, readInterface } from './interface.ts'
import type { Addresses } from './markdown.ts'
import { objectsPage } from './objects-page.ts'
import { operationPage } from './operation-page.ts'
import type { Page, Section } from './page.ts'
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
  /** The text of a file, by its path in the repository. */
  readonly read: (file: string) => string
  /** The names of the sample programs. */
  readonly samples: readonly string[]
}

/** The sources in this repository. */
export function repositorySources(): Sources {
  return {
    read: (file) => readFileSync(join(ROOT, file), 'utf8'),
    samples: readdirSync(join(ROOT, SAMPLES)).sort(),
  }
}

/** All pages of the documentation, in the sections of the side list. */
export function createSite({ read, samples }: Sources): readonly Section[] {
  const guide = listGuide(read('docs/guide/README.md'))
  const addresses = addressesOf([...guide, ...OTHER_FILES], samples)
  const pageOf = (each: GuideFile) => markdownPage(each, read(each.file), addresses)
  const description = readInterface(read('openapi.json'))
  const answers = readAnswers(read('src/docs-pages/answers.json'))
  const remedies = readRemedies(read('docs/guide/errors.md'), addresses)
  const operations = description.operations.map((each) => operationPage(each, description, answers))
  return [
    { label: 'Documentation', pages: [startPage(description, samples)] },
    { label: 'Guide', pages: guide.map(pageOf) },
    ...referenceSections(description, operations),
    {
      label: 'More',
      pages: [
        errorsPage(description, remedies),
        objectsPage(description),
        webhooksPage(description),
        graphqlPage(
          readPartnerTypes(read('schema.graphql'), read('src/docs-pages/served-to-keys.json')),
        ),
        ...OTHER_FILES.map(pageOf),
      ],
    },
  ]
}

// A section for each tag of the description, since each has credentials of its own.
function referenceSections(description: Interface, pages: readonly Page[]): Section[] {
  const { tags, operations } = description
  const sections = tags.map(({ name }) => ({
    label: `REST: ${name}`,
    pages: pages.filter((_page, i) => operations[i]?.tags.includes(name)),
  }))
  const [first, ...others] = sections
  const overview = apiPage(description)
  if (!first) return [{ label: 'REST', pages: [overview] }]
  return [{ ...first, pages: [overview, ...first.pages] }, ...others]
}

function addressesOf(files: readonly GuideFile[], samples: readonly string[]): Addresses {
  return new Map([
    ...files.map(({ file, path }) => [file, path] as const),
    ...samples.map((name) => [`${SAMPLES}/${name}`, `/${SAMPLES}/${name}`] as const),
  ])
}
