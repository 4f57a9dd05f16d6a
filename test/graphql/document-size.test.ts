import { getIntrospectionQuery } from 'graphql'
import { expect, test } from 'vitest'
import { asGraphQLError, causeOf } from '../../src/graphql/format-result.ts'
import { createDocumentCache, parseDocument } from '../../src/graphql/read-document.ts'

const repeat = (count: number, field: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => field(i)).join(' ')
const aliases = (count: number) => repeat(count, (i) => `a${i}: viewer { id }`)
const nested = (depth: number) => `{ ${'viewer { '.repeat(depth - 1)}id${' }'.repeat(depth - 1)} }`
const tree = (depth: number): string =>
  depth === 0 ? 'id' : `viewer { ${tree(depth - 1)} ${tree(depth - 1)} }`
const chain = (count: number, body: (next: string) => string, leaf: string) =>
  repeat(
    count,
    (i) => `fragment f${i} on __Type { ${i + 1 < count ? body(`...f${i + 1}`) : leaf} }`,
  )
const inFirst = (fragments: string) => `{ __type(name: "Asset") { ...f0 } } ${fragments}`

/** Null if the document may be validated, or the code of the error. */
function rejectionOf(text: string): string | null {
  try {
    parseDocument(text)
    return null
  } catch (thrown) {
    return causeOf(asGraphQLError(thrown)).code
  }
}

/** By name, so that a failure is short. */
const codesOf = (documents: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(documents).map(([name, text]) => [name, rejectionOf(text)]))
const allAre = (documents: object, code: string | null) =>
  Object.fromEntries(Object.keys(documents).map((name) => [name, code]))

test('documents within the limits are accepted', () => {
  const spread40 = repeat(40, (i) => `...f${i}`)
  const documents = {
    'the standard introspection': getIntrospectionQuery(),
    '50 aliases': `{ ${aliases(50)} }`,
    '50 aliases in each of two operations': `query A { ${aliases(50)} } query B { ${aliases(50)} }`,
    '15 levels': nested(15),
    '500 fields': `{ ${repeat(500, (i) => `f${i}`)} }`,
    'a field of 40 fragments': `{ ${spread40} } ${repeat(40, (i) => `fragment f${i} on Query { viewer { id } }`)}`,
    'a fragment that is not there': '{ ...F }',
    'a type': 'type Viewer { id: ID }',
  }
  expect(codesOf(documents)).toEqual(allAre(documents, null))
})

test('documents beyond them are rejected before validation', () => {
  const named9 = `fragment F on Viewer { ${repeat(9, (i) => `a${i}: id`)} }`
  const chained = repeat(
    49,
    (i) => `fragment f${i} on Viewer { id ${i < 48 ? `...f${i + 1}` : ''} }`,
  )
  const following = repeat(
    40,
    (i) => `fragment f${i} on Viewer { id ${repeat(39 - i, (j) => `...f${i + j + 1}`)} }`,
  )
  const documents = {
    'too many characters': `{ viewer { id } } # ${'x'.repeat(32_768)}`,
    '51 aliases': `{ ${aliases(51)} }`,
    '51 aliases in a fragment': `{ ...F } fragment F on Query { ${aliases(51)} }`,
    '51 in the other operation': `query A { viewer { id } } query B { ${aliases(51)} }`,
    '51 aliases of introspection': `{ ${repeat(51, (i) => `a${i}: __typename`)} }`,
    '54 by a fragment in several places': `{ ${repeat(6, (i) => `v${i}: viewer { ...F }`)} } ${named9}`,
    '16 levels': nested(16),
    '16 levels that are not there': nested(16).replaceAll('viewer', 'nothing'),
    'lists in lists': `{ portfolio(clientId: ${'['.repeat(61)}${']'.repeat(61)}) { currency } }`,
    'inline fragments in each other': `{ ${'... { '.repeat(60)} id ${'}'.repeat(60)} }`,
    'a long alias': `{ ${'a'.repeat(129)}: viewer { id } }`,
    'a long name of a field': `{ ${'a'.repeat(129)} }`,
    '51 fragments': repeat(51, (i) => `fragment f${i} on Query { viewer { id } }`),
    '51 variables': `query (${repeat(51, (i) => `$v${i}: ID`)}) { viewer { id } }`,
    'one field 490 times': `{ viewer { ${'id '.repeat(490)} } }`,
    'one list 140 times': `{ ${'portfolios(first: 1) { nodes { currency } } '.repeat(140)} }`,
    'fields that double': `{ ${tree(8)} }`,
    'fields and fragments': `{ ${repeat(50, () => 'viewer { ...f0 }')} } ${chained}`,
    'fragments that name all that follow': `{ viewer { ...f0 } } ${following}`,
    'fragments in circles': inFirst(
      'fragment f0 on __Type { ...f1 } fragment f1 on __Type { ...f0 ofType { ...f0 } }',
    ),
    'fragments that multiply': inFirst(
      chain(49, (next) => `ofType { ${next} } a: ofType { ${next} }`, 'name'),
    ),
  }
  expect(codesOf(documents)).toEqual(allAre(documents, 'document_too_costly'))
  expect(rejectionOf(`{ ${'viewer { id } '.repeat(600)} }`)).toBe('invalid_document')
})

test('the size of a document is that of its tokens, its selections and its repetitions', () => {
  const sizeOf = (text: string) => parseDocument(text).size
  expect(sizeOf('{ viewer { id } }')).toBe(6 + 2)
  expect(sizeOf(`{ ${'viewer { id } '.repeat(3)} }`)).toBe(14 + 3 + 3 + 3 + 3)
})

test('the document cache is limited in bytes', () => {
  const cache = createDocumentCache()
  for (let i = 0; i < 1_000; i++) {
    const text = `{ viewer { ${repeat(400, (j) => `f${j}x${i}`)} } }`
    cache.set(text, parseDocument(text).document)
  }
  expect(cache.calculatedSize).toBeLessThanOrEqual(16 * 2 ** 20)
  expect(cache.size).toBeGreaterThan(20)
  expect(cache.size).toBeLessThan(100)
})
