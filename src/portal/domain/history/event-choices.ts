import type { AuditKind, SignInEventKind } from '../../generated/graphql.ts'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'

const KIND = { name: 'kind', label: 'Kind of event', otherwise: 'All kinds' }

type Days = '7' | '30' | '90'

/** How long ago the oldest event may be. */
export const PERIOD: Choice<Days> = {
  name: 'days',
  label: 'Time',
  otherwise: 'Any time',
  options: { 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days' },
}

/** The kinds of events that a firm has. */
export const FIRM_KINDS: Choice<Exclude<AuditKind, 'token' | 'service' | 'read'>> = {
  ...KIND,
  options: {
    key: 'API keys',
    grant: 'Access of clients',
    link: 'Connection links',
    webhook: 'Webhooks',
    member: 'Members',
    person: 'Users locked out',
    firm: 'The firm',
  },
}

/** The kinds of events that a key has. */
export const KEY_KINDS: Choice<Extract<AuditKind, 'key' | 'link'>> = {
  ...KIND,
  options: { key: 'The key', link: 'Connection links' },
}

/** The kinds of events that an account has. */
export const SIGN_IN_KINDS: Choice<SignInEventKind> = {
  ...KIND,
  options: {
    sign_in: 'Sign-ins and attempts',
    session: 'Sign-outs',
    password: 'Password',
    second_factor: 'Two-step verification',
    passkey: 'Passkeys',
    firm: 'Firms joined',
  },
}

/** The arguments of a list of events for what is chosen. */
export function eventFilter<Kind extends string>(of: ListSearch, kinds: Choice<Kind> | null) {
  const kind = kinds && of.chosen(kinds)
  const days = of.chosen(PERIOD)
  return { kinds: kind && [kind], lastDays: days && Number(days) }
}
