import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNode, SOURCES, syntaxOf } from './source-syntax.ts'

const SCHEMA = 'src/graphql/schema.ts'

test('the schema has the types and fields of every module', () => {
  const modules = SOURCES.filter((file) => file.startsWith('src/modules/'))
  const registering = modules.filter(callsBuilder)
  expect(registering.length).toBeGreaterThan(40)
  const loaded = filesLoadedBy(SCHEMA)
  expect(registering.filter((file) => !loaded.has(file))).toEqual([])
})

function callsBuilder(file: string): boolean {
  return syntaxOf(file).some(
    ({ type, callee }) =>
      type === 'CallExpression' &&
      isNode(callee) &&
      isNode(callee.object) &&
      callee.object.name === 'builder',
  )
}

function filesLoadedBy(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const imported of importedBy(file)) filesLoadedBy(imported, loaded)
  return loaded
}

// An import of types alone loads nothing.
function importedBy(file: string): string[] {
  return syntaxOf(file).flatMap(({ source, importKind, exportKind }) => {
    const address = isNode(source) ? source.value : undefined
    if (typeof address !== 'string' || !address.startsWith('.')) return []
    return importKind === 'type' || exportKind === 'type' ? [] : [join(file, '..', address)]
  })
}
