import { isOnlyClient, type Person } from '../../data/session/person.ts'

export interface NavigationLink {
  readonly label: string
  readonly path: string
  /** Highlighted only at this path, not below it. */
  readonly exact?: boolean
}

export interface NavigationGroup {
  readonly label: string | null
  readonly links: readonly NavigationLink[]
  /** Subgroups, such as Access in the account settings. */
  readonly groups?: readonly NavigationGroup[]
}

/** The sidebar's links for a person; `firmId` is the open firm. The labels are specified. */
export function navigationOf(person: Person, firmId: string | null): readonly NavigationGroup[] {
  return [
    ...(person.isStaff ? [STAFF] : []),
    ...(firmId === null ? [] : firmGroups(firmId, seesMembers(person, firmId))),
    ...(person.hasPortfolio ? [PORTFOLIO] : []),
    accountGroup(person),
    ...(isOnlyClient(person) ? [] : [DEVELOPER]),
  ]
}

function seesMembers({ isStaff, memberships }: Person, firmId: string): boolean {
  return isStaff || memberships.some(({ role, firm }) => role === 'admin' && firm.id === firmId)
}

function firmGroups(firmId: string, withMembers: boolean): NavigationGroup[] {
  const firm = `/firms/${firmId}`
  const members = { label: 'Members', path: `${firm}/members` }
  const dashboard = { label: 'Dashboard', path: firm, exact: true }
  return [
    { label: null, links: withMembers ? [dashboard, members] : [dashboard] },
    { label: 'API & Integrations', links: [{ label: 'Service API', path: `${firm}/service-api` }] },
  ]
}

const STAFF: NavigationGroup = {
  label: 'Staff',
  links: [
    { label: 'Search', path: '/search' },
    { label: 'All firms', path: '/firms', exact: true },
  ],
}

const PORTFOLIO: NavigationGroup = {
  label: null,
  links: [{ label: 'Portfolio', path: '/portfolio' }],
}

// What only programs need is on the profile of a client.
function accountGroup(person: Person): NavigationGroup {
  const apps = { label: 'Connected Apps', path: '/connected-apps' }
  const tokens = { label: 'Access tokens', path: '/account/tokens' }
  return {
    label: 'Account settings',
    links: [
      { label: 'Profile', path: '/account/profile' },
      { label: 'Security', path: '/account/security' },
      { label: 'Sign-in activity', path: '/account/activity' },
      { label: 'Mails', path: '/account/mails' },
    ],
    groups: [
      {
        label: 'Access',
        links: [...(person.hasPortfolio ? [apps] : []), ...(isOnlyClient(person) ? [] : [tokens])],
      },
    ],
  }
}

const DEVELOPER: NavigationGroup = {
  label: 'Developer',
  links: [
    { label: 'Plants', path: '/account/plants' },
    { label: 'Explore', path: '/explore' },
  ],
}
