import { describe, expect, test } from 'vitest'
import { AUDIT_KINDS } from '../../src/modules/audit/audit-kinds.ts'
import { SIGN_IN_KINDS } from '../../src/modules/people/sign-in-event.type.ts'
import { ACTIONS } from '../../src/portal/domain/history/actions.ts'
import { SUCCEEDED } from '../../src/portal/domain/history/format-sign-in-event.ts'

// A new action fails here until the portal can name it.
describe.each<[string, object, Readonly<Record<string, string>>]>([
  ['recorded action', AUDIT_KINDS, ACTIONS],
  ['sign-in event', SIGN_IN_KINDS, SUCCEEDED],
])('every %s', (_, recorded, labels) => {
  test('has a label in the portal, and every label is of one', () => {
    expect(Object.keys(labels).sort()).toEqual(Object.keys(recorded).sort())
  })

  test('has a label of its own, as a person reads it', () => {
    const texts = Object.values(labels)
    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) expect(text).toMatch(/^[A-Z][^_]+$/)
  })
})
