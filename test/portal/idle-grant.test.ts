import { expect } from 'vitest'
import { canChange, formatIdle } from '../../src/portal/client/connections/idle-grant.ts'
import type { GrantTermsFragment } from '../../src/portal/generated/graphql.ts'
import { testTable } from '../support/test-table.ts'

type State = GrantTermsFragment['state']

const grant = (
  state: State,
  keyState: State,
  replacedBy: string | null = null,
  revokedBy: GrantTermsFragment['revokedBy'] = null,
) => ({ state, key: { state: keyState, hasEnterprisePlan: true }, replacedBy, revokedBy })

const withoutPlan = ({ key, ...of }: ReturnType<typeof grant>) => ({
  ...of,
  key: { ...key, hasEnterprisePlan: false },
})

const ENDED = /^It has expired, and the firm’s key has ended\. The firm has to ask again/

testTable([
  [grant('active', 'active'), true, null],
  [grant('active', 'expired'), false, /^The firm’s key has expired\. The firm has to ask again/],
  [grant('active', 'revoked'), false, /^The firm’s key has been revoked\. The firm has to ask/],
  [grant('expired', 'active'), true, /Choose a new end date to turn it on again\.$/],
  [withoutPlan(grant('expired', 'active')), false, /once the firm has an active Enterprise plan/],
  [grant('expired', 'expired', 'grant_2'), false, ENDED],
  [grant('expired', 'active', 'grant_2'), false, /Another connection .* has replaced it\.$/],
  [grant('revoked', 'active', null, 'client'), false, /^You revoked it\./],
  [grant('revoked', 'active', 'grant_2', 'firm'), false, /^The firm gave it back\. Another/],
  [grant('revoked', 'revoked', null, 'key'), false, /this access ended with it/],
])('a grant can be changed while it is not idle', (of, isOpen, says) => {
  expect(canChange(of)).toBe(isOpen)
  if (says === null) expect(formatIdle(of, true)).toBeNull()
  else expect(formatIdle(of, true)).toMatch(says)
})
