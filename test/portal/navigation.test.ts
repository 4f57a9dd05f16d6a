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

const firm = (id: string) => [{ role: 'admin' as const, firm: { id, name: 'Hale Estates' } }]
const ACCOUNT = ['Profile', 'Security', 'Sign-in activity', 'Mails']
const DEVELOPER = ['Plants', 'Explore']

testTable([
  ['anyone', {}, null, [...ACCOUNT, 'Access tokens', ...DEVELOPER]],
  ['a client', { hasPortfolio: true }, null, ['Portfolio', ...ACCOUNT, 'Connected Apps']],
  [
    'an admin of a firm',
    { memberships: firm('firm_1') },
    'firm_1',
    ['Dashboard', 'Members', 'Service API', ...ACCOUNT, 'Access tokens', ...DEVELOPER],
  ],
  [
    'an admin of another firm',
    { memberships: firm('firm_2') },
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
