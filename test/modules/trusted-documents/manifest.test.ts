import { describe, expect, test } from 'vitest'
import { parseManifest } from '../../../src/modules/trusted-documents/manifest.ts'

const TEXT = 'query Who { viewer { kind } }'
const operation = { id: 'a1', name: 'Who', type: 'query', body: TEXT }
const apollo = (operations: unknown, version: unknown = 1) =>
  JSON.stringify({ format: 'apollo-persisted-query-manifest', version, operations })

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
