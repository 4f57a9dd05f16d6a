import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecret, parseSecret, type SecretKind } from '../../src/access/secret.ts'

const KINDS: [SecretKind, string][] = [
  ['production', 'sk_live_'],
  ['sandbox', 'sk_test_'],
  ['service', 'sk_svc_'],
  ['token', 'pat_'],
  ['invitation', 'inv_'],
]
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const eachKind = (check: (secret: string, prefix: string, kind: SecretKind) => void) => {
  for (const [kind, prefix] of KINDS) check(createSecret(kind).secret, prefix, kind)
}

test('a secret has the form of its kind, is parsed again, and is stored as its SHA-256', () => {
  for (const [kind, prefix] of KINDS) {
    const { secret, reference, hash } = createSecret(kind)
    expect(secret).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{8}_[0-9A-Za-z]{42}$`))
    expect(secret.slice(prefix.length, prefix.length + 8)).toBe(reference)
    expect(parseSecret(secret)).toEqual({ kind, hash })
    expect(Buffer.from(hash)).toEqual(createHash('sha256').update(secret).digest())
    // The pattern of another service's keys.
    expect(secret).not.toMatch(/sk_(live|test)_[A-Za-z0-9]{10,99}/)
  }
})

test('a secret is rejected with any one character changed, or two adjacent ones swapped', () => {
  eachKind((secret) => {
    const accepted: string[] = []
    for (let at = 0; at < secret.length; at++) {
      for (const other of `${BASE62}_ `) {
        const changed = secret.slice(0, at) + other + secret.slice(at + 1)
        if (changed !== secret && parseSecret(changed)) accepted.push(changed)
      }
      const [one = '', two = ''] = secret.slice(at, at + 2)
      const whole = secret.slice(0, at) + two + one + secret.slice(at + 2)
      if (whole !== secret && parseSecret(whole)) accepted.push(whole)
    }
    expect(accepted).toEqual([])
  })
})

test('a secret is rejected if it is cut, extended, decorated or of another kind, as other texts are', () => {
  eachKind((secret, prefix) => {
    const others = [secret.slice(0, -1), `${secret}0`, ` ${secret}`, `${secret}\n`, `${secret}\0`]
    for (const other of [...others, secret.toLowerCase(), secret.toUpperCase(), secret + secret])
      expect(parseSecret(other)).toBeNull()
    for (const [, other] of KINDS.filter(([, each]) => each !== prefix))
      expect(parseSecret(other + secret.slice(prefix.length))).toBeNull()
  })
  const texts = ['', 'sk_live_', 'pat_', 'sk_live_12345678_', '0'.repeat(100_000), '\u{1F600}']
  for (const text of texts) expect(parseSecret(text)).toBeNull()
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
