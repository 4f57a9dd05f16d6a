import { expect } from 'vitest'
import { type NavigationGroup, navigationOf } from '../../src/portal/app/layout/navigation.ts'
import { testTable } from '../support/test-table.ts'

const PERSON = {
  id: 'user_1',
  name: 'Ada Hale',
  email: 'ada@example.com',
  isStaff: false,
  hasPortfolio: false,
  environment: null,
  memberships: [],
}

const labelsOf = (groups: readonly NavigationGroup[]): string[] =>
  groups.flatMap(({ links, groups = [] }) => [
    ...links.map(({ label }) => label),
    ...labelsOf(groups),
  ])

const MEMBERSHIP = { role: 'member' as const, firm: { id: 'firm_1', name: 'Hale Estates' } }
const ACCOUNT = ['Profile', 'Security', 'Sign-in activity', 'Mails']
const DEVELOPER = ['Plants', 'Explore']

testTable([
  ['anyone', {}, null, [...ACCOUNT, 'Access tokens', ...DEVELOPER]],
  ['a client', { hasPortfolio: true }, null, ['Portfolio', ...ACCOUNT, 'Connected Apps']],
  [
    'a client who is a member of a firm',
    { hasPortfolio: true, memberships: [MEMBERSHIP] },
    null,
    ['Portfolio', ...ACCOUNT, 'Connected Apps', 'Access tokens', ...DEVELOPER],
  ],
  [
    'an admin of a firm',
    { memberships: [{ role: 'admin' as const, firm: { id: 'firm_1', name: 'Hale Estates' } }] },
    'firm_1',
    ['Dashboard', 'Members', 'Service API', ...ACCOUNT, 'Access tokens', ...DEVELOPER],
  ],
  [
    'an admin of another firm',
    { memberships: [{ role: 'admin' as const, firm: { id: 'firm_2', name: 'Hale Estates' } }] },
    'firm_1',
    ['Dashboard', 'Service API', ...ACCOUNT, 'Access tokens', ...DEVELOPER],
  ],
  [
    'staff',
    { isStaff: true },
    null,
    ['Search', 'All firms', ...ACCOUNT, 'Access tokens', ...DEVELOPER],
  ],
])('everyone sees the links of their pages', (_who, changes, firmId, labels) => {
  expect(labelsOf(navigationOf({ ...PERSON, ...changes }, firmId))).toEqual(labels)
})
