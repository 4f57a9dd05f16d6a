import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { preset } from '@graphql-codegen/client-preset'
import { codegen } from '@graphql-codegen/core'
import { buildASTSchema, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { checkTrustedDocument } from '../../../src/graphql/trusted-documents.ts'
import { parseManifest, storedId } from '../../../src/modules/trusted-documents/manifest.ts'

const FOLDER = 'test/modules/trusted-documents/written'
const TEXT = 'query Who { viewer { kind } }'
const HASH = createHash('sha256').update(TEXT).digest('hex')
const HASHED = `sha256:${HASH}`
const operation = { id: 'a1', name: 'Who', type: 'query', body: TEXT }
const apollo = (operations: unknown, version: unknown = 1) =>
  JSON.stringify({ format: 'apollo-persisted-query-manifest', version, operations })

/** The file that GraphQL Code Generator writes for `persistedDocuments: true`. */
async function codegenManifest(): Promise<string> {
  const schema = parse(readFileSync('schema.graphql', 'utf8'))
  const document = { document: parse(`${TEXT} query Me { viewer { id } }`), location: 'me.graphql' }
  const files = await preset.buildGeneratesSection({
    baseOutputDir: 'generated/',
    schema,
    schemaAst: buildASTSchema(schema),
    documents: [{ ...document, rawSDL: '' }],
    config: {},
    presetConfig: { persistedDocuments: true },
    plugins: [],
    pluginMap: {},
  })
  const written = files.map(async (file) => ({ name: file.filename, text: await codegen(file) }))
  const found = (await Promise.all(written)).find(({ name }) => name.endsWith('documents.json'))
  return found?.text ?? ''
}

describe('the manifest that a tool writes', () => {
  test.each([
    ['GraphQL Code Generator', codegenManifest],
    // As version 1.4.0 of @apollo/generate-persisted-query-manifest and version 21.0.1 of relay-compiler wrote them.
    ['Apollo', () => readFileSync(`${FOLDER}/apollo.json`, 'utf8')],
    ['Relay', () => readFileSync(`${FOLDER}/relay.json`, 'utf8')],
  ])('is taken as it is: %s', async (_name, written) => {
    const text = await written()
    const documents = parseManifest(text)
    expect(documents).toHaveLength(2)
    expect(parseManifest(`\uFEFF${text}`)).toEqual(documents)
    for (const document of documents) {
      expect(checkTrustedDocument(document).name).toMatch(/./)
      expect(text).toContain(document.id)
      expect(document.id).toMatch(/^[\da-f]{32,64}$/)
    }
  })

  test('has ids that a request can send with the name of the hash and without', async () => {
    const [id = ''] = Object.keys(JSON.parse(await codegenManifest()))
    expect(id).toMatch(/^sha256:/)
    expect(parseManifest(await codegenManifest())[0]?.id).toBe(storedId(id))
    expect(storedId(storedId(id))).toBe(storedId(id))
  })
})

describe('parseManifest', () => {
  test.each([
    ['Apollo', apollo([operation])],
    ['Relay and codegen', JSON.stringify({ a1: TEXT })],
    ['an id that is listed twice with one text', apollo([operation, operation])],
  ])('reads %s', (_name, content) => {
    expect(parseManifest(content)[0]).toEqual({ id: 'a1', text: TEXT })
  })

  test.each([
    ['no JSON', '{', 'not JSON'],
    ['an array', '[]', 'no manifest'],
    ['a number', '7', 'no manifest'],
    ['another version', apollo([operation], 2), 'no manifest'],
    ['an operation without text', apollo([{ id: 'a1' }]), 'no manifest'],
    ['a text that is a number', JSON.stringify({ a1: 7 }), 'no manifest'],
    ['nothing', '{}', 'this one has 0'],
    ['no operations', apollo([]), 'this one has 0'],
    ['an empty id', JSON.stringify({ '': TEXT }), '"" is no id'],
    ['an id with a space', JSON.stringify({ 'a 1': TEXT }), '"a 1" is no id'],
    ['an id with a colon', JSON.stringify({ 'sha256:a1': TEXT }), 'is no id'],
    ['an id in capital letters', JSON.stringify({ [HASHED.toUpperCase()]: TEXT }), 'is no id'],
    ['the hash of another text', JSON.stringify({ [HASHED]: `${TEXT}\n` }), 'is not the hash of'],
    [
      'a hash with and without its name, of two texts',
      JSON.stringify({ [HASHED]: TEXT, [HASH]: '{ a }' }),
      'Two documents',
    ],
    ['a byte order mark alone', '\uFEFF', 'not JSON'],
    ['a long id', JSON.stringify({ ['a'.repeat(129)]: TEXT }), 'is no id'],
    ['one id for two texts', apollo([operation, { ...operation, body: '{ a }' }]), 'Two documents'],
    [
      'too many',
      JSON.stringify(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`a${n}`, TEXT]))),
      'this one has 5001',
    ],
  ])('rejects %s', (_name, content, message) => {
    expect(() => parseManifest(content)).toThrow(
      expect.objectContaining({
        code: 'invalid_parameter',
        message: expect.stringContaining(message),
      }),
    )
  })
})
