import { expect, test } from 'vitest'
import { findExcess, type Unsent } from '../../src/load/unsent-responses.ts'

interface Named extends Unsent {
  readonly name: string
}

function unsent(name: string, ip: string, bytes: number, subject?: string): Named {
  const charged = subject ? { subject, party: subject } : null
  return { name, writableLength: bytes, locals: { requestContext: { charged, ip, heldBytes: 0 } } }
}

const names = (found: readonly Named[]) => found.map(({ name }) => name)

test('the addresses of one network are one caller, which loses its oldest response first', () => {
  const open = [
    unsent('modest', '192.0.2.1', 50),
    unsent('first', '2001:db8:1:2::1', 40),
    unsent('second', '2001:db8:1:2::2', 40),
    unsent('third', '2001:db8:1:2:ffff::3', 40),
  ]
  expect(names(findExcess(open, 130))).toEqual(['first'])
})

test('two networks are two callers, and one key from two networks is one', () => {
  const excess = (one: string, other: string, subject?: string) => {
    const open = [
      unsent('modest', '192.0.2.1', 50),
      unsent('one', one, 40, subject),
      unsent('other', other, 40, subject),
    ]
    return names(findExcess(open, 120))
  }
  expect(excess('2001:db8:1:2::1', '2001:db8:1:3::1')).toEqual(['modest'])
  expect(excess('192.0.2.8', '192.0.2.9', 'key:one')).toEqual(['one'])
})

test('nothing is ended within the limit, nor what is sent', () => {
  const open = [unsent('sent', '192.0.2.1', 0), unsent('waiting', '192.0.2.2', 10)]
  expect(names(findExcess(open, 10))).toEqual([])
  expect(names(findExcess(open, 9))).toEqual(['waiting'])
})
