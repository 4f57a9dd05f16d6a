import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const pages = ['README.md', 'CHANGELOG.md', 'bench/README.md', ...markdownIn('docs')]
// A path is relative to src where its first folder is one of src, else to the root.
const sourceFolders = readdirSync('src', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)

function markdownIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name))
}

const files = ['src', 'test', 'docs', 'bench', 'prisma'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
)

/** Whether a path exists; `*` stands for any characters, and braces for alternatives. */
function exists(path: string): boolean {
  if (!/[*{]/.test(path)) return existsSync(path)
  const pattern = path
    .replaceAll('.', '\\.')
    .replaceAll('*', '.*')
    .replaceAll('{', '(')
    .replaceAll('}', ')')
    .replaceAll(',', '|')
  return files.some((file) => new RegExp(`^${pattern}`).test(file))
}

/** Code spans that look like a path of this repository, with braces and `*` as globs. */
function pathsIn(text: string): string[] {
  const spans = [...text.matchAll(/`([\w@*{},./-]+\/[\w@*{},.-]*)`/g)].map(([, path = '']) => path)
  return spans.flatMap((path) => {
    const [first = ''] = path.split('/')
    if (['src', 'test', 'docs', 'prisma'].includes(first)) return [path]
    return sourceFolders.includes(first) && /\.\w+$/.test(path) ? [`src/${path}`] : []
  })
}

test('the docs name files that exist', () => {
  const current = pages.filter((page) => page !== 'CHANGELOG.md')
  const missing = current.flatMap((page) =>
    pathsIn(readFileSync(page, 'utf8'))
      .filter((path) => !exists(path))
      .map((path) => `${page}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('links between pages lead to files that exist', () => {
  const broken = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
      .map(([, link = '']) => join(dirname(page), link))
      .filter((path) => !existsSync(path))
      .map((path) => `${page}: ${path}`),
  )
  expect(broken).toEqual([])
})

// A page that grows past its limit is not read any more. Details belong on pages of their own.
const WORD_LIMITS: readonly (readonly [page: RegExp, words: number])[] = [
  [/^docs\/decisions\/\d/, 400],
  [/^docs\/glossary\.md$/, 1_050],
  [/^README\.md$/, 1_100],
]

test('decision records, the glossary and the README are short', () => {
  const limited = pages.flatMap((page) => {
    const limit = WORD_LIMITS.find(([pattern]) => pattern.test(page))?.[1]
    return limit === undefined ? [] : [{ page, limit }]
  })
  expect(limited.length).toBeGreaterThan(40)
  const long = limited
    .map((each) => ({ ...each, words: readFileSync(each.page, 'utf8').trim().split(/\s+/).length }))
    .filter(({ words, limit }) => words > limit)
    .map(({ page, words, limit }) => `${page}: ${words} words, at most ${limit}`)
  expect(long).toEqual([])
})
