import type { AuditKind, SignInEventKind } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'

const KIND = { name: 'kind', label: t('Kind of event'), otherwise: t('All kinds') }

type Days = '7' | '30' | '90'

/** How long ago the oldest event may be. */
export const PERIOD: Choice<Days> = {
  name: 'days',
  label: t('Time'),
  otherwise: t('Any time'),
  options: { 7: t('Last 7 days'), 30: t('Last 30 days'), 90: t('Last 90 days') },
}

/** The kinds of events that a firm has. */
export const FIRM_KINDS: Choice<Exclude<AuditKind, 'token' | 'service' | 'read'>> = {
  ...KIND,
  options: {
    key: t('API keys'),
    grant: t('Access of clients'),
    link: t('Connection links'),
    webhook: t('Webhooks'),
    member: t('Members'),
    person: t('Users locked out'),
    firm: t('The firm'),
  },
}

/** The kinds of events that a key has. */
export const KEY_KINDS: Choice<Extract<AuditKind, 'key' | 'link'>> = {
  ...KIND,
  options: { key: t('The key'), link: t('Connection links') },
}

/** The kinds of events that an account has. */
export const SIGN_IN_KINDS: Choice<SignInEventKind> = {
  ...KIND,
  options: {
    sign_in: t('Sign-ins and attempts'),
    session: t('Sign-outs'),
    password: t('Password'),
    second_factor: t('Two-step verification'),
    passkey: t('Passkeys'),
    firm: t('Firms joined'),
  },
}

/** The arguments of a list of events for what is chosen. Only what filters leave is counted: the whole history may be long. */
export function eventFilter<Kind extends string>(of: ListSearch, kinds: Choice<Kind> | null) {
  const kind = kinds && of.chosen(kinds)
  const days = of.chosen(PERIOD)
  return { kinds: kind && [kind], lastDays: days && Number(days), counted: of.isNarrowed }
}
