import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { words } from '../support/words.ts'
import { importsIn } from './imports.ts'
import { SOURCES } from './source-syntax.ts'

/** The parts that each part of src may import beside itself. A part that is not here fails the tests. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  // The connections of the embedded server.
  config: ['embedded-postgres'],
  values: ['errors'],
  log: ['config', 'errors', 'values'],
  versions: ['errors', 'values'],
  release: [],
  spans: [],
  measured: [],
  'embedded-postgres': ['errors'],
  database: ['embedded-postgres', 'errors', 'generated', 'spans', 'measured', 'values'],
  backup: ['database', 'errors', 'release', 'values'],
  load: ['errors', 'measured', 'values'],
  outbound: ['errors'],
  access: ['database', 'errors', 'load', 'spans', 'values'],
  schema: ['access', 'database', 'errors', 'load', 'outbound', 'values'],
  modules: words(
    'access database errors generated load mail measured outbound schema values versions',
  ),
  importer: ['access', 'database', 'errors', 'modules', 'values'],
  doctor: ['config', 'database', 'errors', 'modules', 'values'],
  graphql: ['access', 'errors', 'http', 'load', 'modules', 'schema', 'spans', 'values'],
  http: ['errors', 'load', 'values'],
  rest: ['access', 'errors', 'graphql', 'http', 'load', 'release', 'spans', 'values', 'versions'],
  mcp: ['access', 'errors', 'http', 'load', 'release', 'rest', 'values', 'versions'],
  'sign-in': words('access database errors generated http load measured modules values'),
  locals: ['access', 'errors', 'http', 'load', 'rest'],
  readiness: ['database'],
  mail: ['config', 'errors', 'values'],
  metrics: ['errors', 'load', 'measured', 'modules'],
  // The names of routes are those of the metrics.
  tracing: ['config', 'errors', 'load', 'metrics', 'spans'],
  // The pages know the gateway by schema.graphql, and the rules of texts. Nothing of ours knows the pages.
  portal: ['values'],
  'portal-files': ['errors'],
  // Parts of the build. The portal also says what to do after an error.
  openapi: ['errors', 'graphql', 'http', 'release', 'rest', 'schema', 'values', 'versions'],
  'docs-pages': words('config errors graphql metrics modules openapi portal rest schema'),
  app: words(
    'access config database graphql http load locals mcp metrics modules outbound portal-files readiness rejections rest schema sign-in tracing',
  ),
  rejections: ['access', 'errors', 'graphql', 'http', 'load', 'rest'],
  demo: ['access', 'database', 'generated', 'importer', 'modules', 'values'],
  serve: words(
    'app config database demo embedded-postgres errors graphql http load log mail metrics modules outbound tracing',
  ),
  cli: words(
    'access backup config database demo doctor errors generated graphql importer log mail modules outbound release serve values',
  ),
}
const FORBIDDEN_NAMES = /^(utils?|helpers?|common|misc|shared)$/

const ours = SOURCES.filter((file) => !file.endsWith('.js')).map((file) => relative('src', file))

const partOf = (file: string) => (file.split('/')[0] ?? '').replace(/\.tsx?$/, '')

/** The folder of a module, such as `modules/audit`; null for a file of another part. */
const moduleOf = (file: string) => /^modules\/[^/]+/.exec(file)?.[0] ?? null

const textOf = (file: string) => readFileSync(join('src', file), 'utf8')
const importsOf = (file: string) => importsIn(file, textOf(file))

/** The names that each name imports besides itself. `nameOf` gives the name to which a file belongs. */
function graphOf(nameOf: (file: string) => string | null): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>()
  for (const file of ours) {
    const name = nameOf(file)
    if (name === null) continue
    const imported = graph.get(name) ?? new Set()
    graph.set(name, imported)
    for (const other of importsOf(file).map(nameOf))
      if (other !== null && other !== name) imported.add(other)
  }
  return graph
}

function findCycle(graph: ReadonlyMap<string, Iterable<string>>): string | null {
  const done = new Set<string>()
  const visit = (name: string, above: readonly string[]): string | null => {
    if (above.includes(name)) return [...above, name].join(' → ')
    if (done.has(name)) return null
    for (const below of graph.get(name) ?? []) {
      const cycle = visit(below, [...above, name])
      if (cycle) return cycle
    }
    done.add(name)
    return null
  }
  for (const name of graph.keys()) {
    const cycle = visit(name, [])
    if (cycle) return cycle
  }
  return null
}

describe('imports go one way', () => {
  test('every file imports only what the table allows to its part', () => {
    const wrong = ours.flatMap((file) => {
      const part = partOf(file)
      const allowed = MAY_IMPORT[part]
      if (!allowed) return [`${file}: the part ${part} is not in the table`]
      const others = new Set(importsOf(file).map(partOf))
      const rejected = [...others].filter((other) => other !== part && !allowed.includes(other))
      return rejected.map((other) => `${file} imports ${other}`)
    })
    expect(wrong).toEqual([])
  })

  test('the table allows nothing that no file imports', () => {
    const graph = graphOf(partOf)
    const unused = Object.entries(MAY_IMPORT).flatMap(([part, others]) =>
      others.filter((other) => !graph.get(part)?.has(other)).map((other) => `${part}: ${other}`),
    )
    expect(unused).toEqual([])
  })

  test('the table has no cycle', () => {
    expect(findCycle(new Map(Object.entries(MAY_IMPORT)))).toBeNull()
  })

  test('the folders of modules have no cycle', () => {
    const graph = graphOf(moduleOf)
    expect(graph.size).toBeGreaterThan(5)
    expect(findCycle(graph)).toBeNull()
  })
})

describe('house rules', () => {
  test('no file or folder is named for nothing', () => {
    const named = ours.flatMap((file) => file.split('/').map((step) => step.replace(/\.tsx?$/, '')))
    expect(named.filter((name) => FORBIDDEN_NAMES.test(name))).toEqual([])
  })

  test('only config.ts reads the environment', () => {
    const readers = ours.filter((file) => /process\s*\.\s*env|process\[/.test(textOf(file)))
    expect(readers).toEqual(['config.ts'])
  })

  test('REST and the tools for assistants read no data of their own', () => {
    const readers = ours.filter((file) => ['rest', 'mcp'].includes(partOf(file)))
    const reading = /from 'pg'|prisma|readRows|\.query\(/i
    expect(readers.filter((file) => reading.test(textOf(file)))).toEqual([])
  })

  test('no file grows past 250 lines', () => {
    const long = ours.filter((file) => textOf(file).split('\n').length > 251)
    expect(long).toEqual([])
  })
})
