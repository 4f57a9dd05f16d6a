import { isOnlyClient, type Person } from '../../data/session/person.ts'
import { t } from '../../i18n/text.ts'

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
    ...(firmId === null ? [] : firmGroups(firmId)),
    ...(person.hasPortfolio ? [PORTFOLIO] : []),
    accountGroup(person),
    ...(isOnlyClient(person) ? [] : [DEVELOPER]),
  ]
}

function firmGroups(firmId: string): NavigationGroup[] {
  const firm = `/firms/${firmId}`
  return [
    {
      label: null,
      links: [
        { label: t('Dashboard'), path: firm, exact: true },
        { label: t('Clients'), path: `${firm}/clients` },
        { label: t('Members'), path: `${firm}/members` },
      ],
    },
    {
      label: t('API & Integrations'),
      links: [{ label: t('Service API'), path: `${firm}/service-api` }],
    },
  ]
}

const STAFF: NavigationGroup = {
  label: t('Staff'),
  links: [
    { label: t('Search'), path: '/search' },
    { label: t('All firms'), path: '/firms', exact: true },
  ],
}

const PORTFOLIO: NavigationGroup = {
  label: null,
  links: [{ label: t('Portfolio'), path: '/portfolio' }],
}

// Pages that only programs need are on the profile of a client.
function accountGroup(person: Person): NavigationGroup {
  const apps = { label: t('Connected Apps'), path: '/connected-apps' }
  const tokens = { label: t('Access tokens'), path: '/account/tokens' }
  return {
    label: t('Account settings'),
    links: [
      { label: t('Profile'), path: '/account/profile' },
      { label: t('Security'), path: '/account/security' },
      { label: t('Sign-in activity'), path: '/account/activity' },
      { label: t('Mails'), path: '/account/mails' },
    ],
    groups: [
      {
        label: t('Access'),
        links: [...(person.hasPortfolio ? [apps] : []), ...(isOnlyClient(person) ? [] : [tokens])],
      },
    ],
  }
}

const DEVELOPER: NavigationGroup = {
  label: t('Developer'),
  links: [
    { label: t('Plants'), path: '/account/plants' },
    { label: t('Explore'), path: '/explore' },
  ],
}
