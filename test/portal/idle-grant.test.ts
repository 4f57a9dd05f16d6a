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

const ASK = 'The firm has to ask again with a new link.'
const REPLACED = 'Another connection with the same key has replaced it.'

testTable([
  [grant('active', 'active'), true, null],
  [grant('active', 'expired'), false, `The firm’s key has expired. ${ASK}`],
  [grant('active', 'revoked'), false, `The firm’s key has been revoked. ${ASK}`],
  [grant('expired', 'active'), true, 'It has expired. Choose a new end date to turn it on again.'],
  [
    withoutPlan(grant('expired', 'active')),
    false,
    'It has expired. You can choose a new end date once the firm has an active Enterprise plan.',
  ],
  [grant('expired', 'expired'), false, `It has expired, and the firm’s key has ended. ${ASK}`],
  [grant('expired', 'active', 'grant_2'), false, `It has expired. ${REPLACED}`],
  [
    grant('revoked', 'active', null, 'client'),
    false,
    'You revoked it. The firm would have to ask you again with a new link.',
  ],
  [grant('revoked', 'active', 'grant_2', 'firm'), false, `The firm gave it back. ${REPLACED}`],
  [
    grant('revoked', 'revoked', null, 'key'),
    false,
    'The firm’s key has been revoked, and this access ended with it. The firm would have to ask you again with a new link.',
  ],
])('a grant can be changed while it is not idle', (of, isOpen, said) => {
  expect(canChange(of)).toBe(isOpen)
  expect(formatIdle(of, true)).toBe(said)
})
