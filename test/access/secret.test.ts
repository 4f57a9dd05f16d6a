import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSecret, parseSecret, type SecretKind } from '../../src/access/secret.ts'
import { titled } from '../support/titled.ts'

const KINDS: [SecretKind, string][] = [
  ['production', 'sk_live_'],
  ['sandbox', 'sk_test_'],
  ['service', 'sk_svc_'],
  ['token', 'pat_'],
  ['invitation', 'inv_'],
]
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe.each(KINDS)('a secret for %s', (kind, prefix) => {
  const { secret, reference, hash } = createSecret(kind)

  test('has its prefix and form, and is parsed again', () => {
    expect(secret).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{8}_[0-9A-Za-z]{42}$`))
    expect(secret.slice(prefix.length, prefix.length + 8)).toBe(reference)
    expect(parseSecret(secret)).toEqual({ kind, hash })
  })

  test('is stored as its SHA-256', () => {
    expect(Buffer.from(hash).toString('hex')).toBe(
      createHash('sha256').update(secret).digest('hex'),
    )
  })

  test('does not match the pattern of another service’s keys', () => {
    expect(secret).not.toMatch(/sk_(live|test)_[A-Za-z0-9]{10,99}/)
  })

  test('is rejected with any one character changed', () => {
    const accepted: string[] = []
    for (let at = 0; at < secret.length; at++) {
      for (const other of `${BASE62}_ `) {
        const changed = secret.slice(0, at) + other + secret.slice(at + 1)
        if (changed !== secret && parseSecret(changed)) accepted.push(changed)
      }
    }
    expect(accepted).toEqual([])
  })

  test('is rejected with two adjacent characters swapped', () => {
    for (let at = 0; at + 1 < secret.length; at++) {
      const swapped = secret.slice(0, at) + secret[at + 1] + secret[at] + secret.slice(at + 2)
      if (swapped !== secret) expect(parseSecret(swapped)).toBeNull()
    }
  })

  test('is rejected if it is cut, extended or decorated', () => {
    const others = [secret.slice(0, -1), `${secret}0`, ` ${secret}`, `${secret}\n`, `${secret}\0`]
    for (const other of [...others, secret.toLowerCase(), secret.toUpperCase(), secret + secret])
      expect(parseSecret(other)).toBeNull()
  })

  test('is not valid with the prefix of another kind', () => {
    for (const [, other] of KINDS.filter(([, each]) => each !== prefix))
      expect(parseSecret(other + secret.slice(prefix.length))).toBeNull()
  })
})

test.each(
  titled([
    '',
    'sk_live_',
    'pat_',
    'sk_live_12345678_',
    '../../etc/passwd',
    '0'.repeat(100_000),
    '\u{1F600}',
  ]),
)('rejects %s', (_, text) => {
  expect(parseSecret(text)).toBeNull()
})

test('every character of the alphabet is equally likely at every position', () => {
  const bodies = Array.from({ length: 3_000 }, () => createSecret('token').secret.slice(13, 49))
  const counts = new Map<string, number>()
  for (const character of bodies.join('')) counts.set(character, (counts.get(character) ?? 0) + 1)
  const expected = bodies.join('').length / 62
  expect([...counts.keys()].sort().join('')).toBe([...BASE62].sort().join(''))
  // Six standard deviations: chance passes this, a modulo over bytes (one in four too likely) does not.
  const most = 6 * Math.sqrt(expected)
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(most)
})
