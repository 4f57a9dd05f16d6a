import type { ClientRowFragment, LinkRowFragment } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'

/** The state of a link that has given no grant. */
type LinkState = 'link_open' | 'not_answered' | 'declined'

export const LINK_STATES: Readonly<Record<LinkState, { label: string; color: string }>> = {
  link_open: { label: t('Link open'), color: 'leaf' },
  not_answered: { label: t('Not answered'), color: 'gray' },
  declined: { label: t('Declined'), color: 'red' },
}

/** The state of a link, in the words of the file and of the filters. */
export function linkStateOf({ singleUse, state, visits }: LinkRowFragment): LinkState {
  if (singleUse && visits.length > 0) return 'declined'
  return state === 'active' ? 'link_open' : 'not_answered'
}

/** The name of a client, or else what the firm has written about whom it asks. */
export function nameOf({ grant, link }: ClientRowFragment): string {
  if (grant) return grant.client.name
  return link?.reference ?? link?.email ?? link?.purpose ?? ''
}
