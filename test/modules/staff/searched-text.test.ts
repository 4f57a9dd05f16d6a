import { expect, test } from 'vitest'
import { createSecret } from '../../../src/access/secret.ts'
import { readSearched } from '../../../src/modules/staff/searched-text.ts'
import { applied } from '../../support/tables.ts'

const LINK = 'link_01ARZ3NDEKTSV4RRFFQ69G5FAV'
const SIGNED = `${LINK}.${'a'.repeat(43)}`
const REGISTRY_ID = 'ORY-WA-01ARZ3NDEKTSV4RRFFQ69G5FAV'
const REST = 'x'.repeat(42)
const SEARCHED = {
  [LINK]: { by: 'link', id: LINK },
  [SIGNED]: { by: 'link', id: LINK },
  [`https://a.example/connect/${SIGNED}`]: { by: 'link', id: LINK },
  [`x${LINK}`]: { by: 'text', text: `x${LINK}` },
  [REGISTRY_ID]: { by: 'registryId', id: REGISTRY_ID },
  [REGISTRY_ID.toLowerCase()]: { by: 'text', text: REGISTRY_ID.toLowerCase() },
  abcdEFG1: { by: 'reference', reference: 'abcdEFG1', text: 'abcdEFG1' },
  pat_abcdEFG1: { by: 'reference', reference: 'abcdEFG1', text: 'pat_abcdEFG1' },
  sk_live_abcdEFG1_: { by: 'reference', reference: 'abcdEFG1', text: 'sk_live_abcdEFG1' },
  [`key sk_live_abcdEFG1_${REST} of`]: { by: 'text', text: 'key sk_live_abcdEFG1 of' },
  wilma: { by: 'text', text: 'wilma' },
}

test('a text is looked for by what it is', () => {
  expect(applied(SEARCHED, (text): unknown => readSearched(text))).toEqual(SEARCHED)
})

test('a whole secret is only its hash, and of a mistyped one only the public part is left', () => {
  for (const kind of ['production', 'sandbox', 'service', 'token', 'invitation'] as const) {
    const { secret, hash, reference } = createSecret(kind)
    expect(readSearched(secret)).toEqual({ by: 'secret', kind, hash })
    if (kind !== 'production' && kind !== 'token') continue
    const mistyped = `${secret.slice(0, -1)}${secret.endsWith('a') ? 'b' : 'a'}`
    expect(readSearched(mistyped)).toMatchObject({ by: 'reference', reference })
    expect(JSON.stringify(readSearched(mistyped))).not.toContain(secret.slice(-20, -1))
  }
})
