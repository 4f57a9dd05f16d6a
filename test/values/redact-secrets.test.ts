import { expect, test } from 'vitest'
import { keepReferences, redactSecrets, removeSecrets } from '../../src/values/redact-secrets.ts'
import { testTable } from '../support/test-table.ts'

const LINK = 'link_01KB0000000000000000000000'

testTable([
  ['', ''],
  ['sk_live_AbCd1234_x', 'sk_live_AbCd1234_…'],
  ['a sk_test_AbCd1234_x-y_z, b', 'a sk_test_AbCd1234_…, b'],
  ['sk_svc_AbCd1234_x', 'sk_svc_AbCd1234_…'],
  ['xpat_AbCd1234_secret.tail', 'xpat_AbCd1234_….tail'],
  ['"inv_AbCd1234_secret"inv_AbCd1234_other', '"inv_AbCd1234_…"inv_AbCd1234_…'],
  ['sk_live_AbCd1234_sk_test_AbCd1234_x y', 'sk_live_AbCd1234_… y'],
  [`sk_live_AbCd1234_x${LINK}.s`, 'sk_live_AbCd1234_….s'],
  [`/connect/${LINK}.sig-nature_?a`, `/connect/${LINK}.…?a`],
  [`${LINK}.pat_AbCd1234_x.y`, `${LINK}.….y`],
  ['pat_sk_live_AbCd1234_x', 'pat_sk_live_AbCd1234_…'],
  ['sk_live_sk_live_AbCd1234_x', 'sk_live_sk_live_AbCd1234_…'],
  // No secret follows the public part, or it is none.
  ['sk_live_AbCd1234…', 'sk_live_AbCd1234…'],
  ['sk_live_AbCd1234_', 'sk_live_AbCd1234_'],
  ['sk_live_AbCd123_x sk_live_AbCd12345_x', 'sk_live_AbCd123_x sk_live_AbCd12345_x'],
  ['SK_LIVE_AbCd1234_x', 'SK_LIVE_AbCd1234_x'],
  [`${LINK} ${LINK}. ${LINK.slice(0, -1)}.x`, `${LINK} ${LINK}. ${LINK.slice(0, -1)}.x`],
])('redactSecrets leaves the kind and the checksum of none', (text, shown) => {
  expect(redactSecrets(text)).toBe(shown)
})

test('redactSecrets of many secrets', () => {
  const secrets = 'pat_AbCd1234_secret '.repeat(10_000)
  expect(redactSecrets(secrets)).toBe('pat_AbCd1234_… '.repeat(10_000))
})

testTable([
  ['sk_live_AbCd1234_secret', 'sk_live_AbCd1234'],
  ['Ada sk_test_AbCd1234_s pat_AbCd1234x', 'Ada sk_test_AbCd1234 pat_AbCd1234'],
  ['sk_live_AbCd1234', 'sk_live_AbCd1234'],
  ['sk_live_AbCd1234…', 'sk_live_AbCd1234…'],
  ['AbCd1234 sk_live_AbCd123_s', 'AbCd1234 sk_live_AbCd123_s'],
])('keepReferences leaves what a person may quote', (text, shown) => {
  expect(keepReferences(text, '')).toBe(shown)
})

test('keepReferences marks what it cut', () => {
  expect(keepReferences('pat_AbCd1234_x, pat_AbCd1234', '…')).toBe('pat_AbCd1234…, pat_AbCd1234')
})

testTable([
  ['{ a } # sk_live_A', '{ a } # (secret removed)'],
  ['"sk_test_AbCd1234_x-y","pat_x"', '"(secret removed)","(secret removed)"'],
  ['sk_live_a.pat_b', '(secret removed).(secret removed)'],
  ['-pat_x', '-(secret removed)'],
  ['sk_svc_x', '(secret removed)'],
  ['sk_live_ compat_mode pat', 'sk_live_ compat_mode pat'],
])('removeSecrets leaves nothing of a secret', (text, shown) => {
  expect(removeSecrets(text)).toBe(shown)
})
