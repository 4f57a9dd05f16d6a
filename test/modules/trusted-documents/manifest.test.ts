import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checkTrustedDocument } from '../../../src/cli/documents.ts'
import { parseManifest, storedId } from '../../../src/modules/trusted-documents/manifest.ts'
import { takenRows } from '../../support/tables.ts'

const FOLDER = 'test/modules/trusted-documents/written'
const TEXT = 'query Who { viewer { kind } }'
const HASH = createHash('sha256').update(TEXT).digest('hex')
const HASHED = `sha256:${HASH}`
const operation = { id: 'a1', name: 'Who', type: 'query', body: TEXT }
const apollo = (operations: unknown, version: unknown = 1) =>
  JSON.stringify({ format: 'apollo-persisted-query-manifest', version, operations })

test('the manifest that a tool writes is taken as it is', () => {
  // As version 1.4.0 of @apollo/generate-persisted-query-manifest and version 21.0.1 of relay-compiler wrote them.
  for (const tool of ['apollo', 'relay']) {
    const text = readFileSync(`${FOLDER}/${tool}.json`, 'utf8')
    const documents = parseManifest(text)
    expect(documents).toHaveLength(2)
    expect(parseManifest(`\uFEFF${text}`)).toEqual(documents)
    for (const document of documents) {
      expect(checkTrustedDocument(document).name).toMatch(/./)
      expect(text).toContain(document.id)
      expect(document.id).toMatch(/^[\da-f]{32,64}$/)
    }
  }
})

test('the manifest of GraphQL Code Generator names the hash, which a request may leave out', () => {
  expect(parseManifest(JSON.stringify({ [HASHED]: TEXT }))).toEqual([{ id: HASH, text: TEXT }])
  expect([HASHED, HASH].map(storedId)).toEqual([HASH, HASH])
})

test('parseManifest reads the forms of Apollo and of Relay, and an id that is listed twice with one text', () => {
  const forms = [
    ...[apollo([operation]), JSON.stringify({ a1: TEXT }), apollo([operation, operation])],
  ]
  for (const form of forms) expect(parseManifest(form)[0]).toEqual({ id: 'a1', text: TEXT })
})

test('parseManifest says what is wrong', () => {
  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`a${n}`, TEXT]))
  const wrong: Readonly<Record<string, readonly string[]>> = {
    'not JSON': ['{', '\uFEFF'],
    'not a manifest': [
      ...['[]', '7', apollo([operation], 2), apollo([{ id: 'a1' }]), JSON.stringify({ a1: 7 })],
    ],
    'this one has 0': ['{}', apollo([])],
    'this one has 5001': [JSON.stringify(many)],
    '"" is not an id': [JSON.stringify({ '': TEXT })],
    'is not an id': ['a 1', 'sha256:a1', HASHED.toUpperCase(), 'a'.repeat(129)].map((id) =>
      JSON.stringify({ [id]: TEXT }),
    ),
    'is not the hash of': [JSON.stringify({ [HASHED]: `${TEXT}\n` })],
    'Two documents': [
      JSON.stringify({ [HASHED]: TEXT, [HASH]: '{ a }' }),
      apollo([operation, { ...operation, body: '{ a }' }]),
    ],
  }
  for (const [message, manifests] of Object.entries(wrong)) {
    const error = { code: 'invalid_parameter', message: expect.stringContaining(message) }
    expect(takenRows(manifests, parseManifest, error)).toEqual([])
  }
})
