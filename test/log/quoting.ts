import { GraphQLInt } from 'graphql'
import { z } from 'zod'

/** Errors of libraries and of Node whose messages quote a text that they were given. */
export function quoting(text: string): [title: string, error: Error][] {
  return [
    ['the parser of JSON', thrownBy(() => JSON.parse(`{"a":${text}}`))],
    ['the parser of whole numbers', thrownBy(() => BigInt(text))],
    ['the compiler of expressions', thrownBy(() => new RegExp(`(${text}`))],
    [
      'a header of fetch',
      thrownBy(() => new Headers({ Authorization: `Bearer ${text}\n${text}` })),
    ],
    ['an address of fetch', thrownBy(() => new Request(text))],
    [
      'an address with a password of fetch',
      thrownBy(() => new Request(`https://user:${text}@gateway.example`)),
    ],
    ['an argument of Node', thrownBy(() => Reflect.apply(Buffer.alloc, Buffer, [text]))],
    ['a member that zod does not know', thrownBy(() => z.strictObject({}).parse({ [text]: 1 }))],
    ['a value that GraphQL cannot write', thrownBy(() => GraphQLInt.serialize(text))],
  ]
}

function thrownBy(work: () => unknown): Error {
  try {
    work()
  } catch (thrown) {
    if (thrown instanceof Error) return thrown
  }
  throw new Error('Nothing was thrown.')
}
