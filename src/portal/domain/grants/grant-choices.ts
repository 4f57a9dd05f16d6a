import type { GrantOrder, GrantState } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'

type Shown = 'active' | 'ended'

const STATES: Readonly<Record<Shown, GrantState[]>> = {
  active: ['active'],
  ended: ['expired', 'revoked'],
}

const STATE: Choice<Shown> = {
  name: 'state',
  label: t('Status'),
  otherwise: t('Active and ended'),
  options: { active: t('Active'), ended: t('Ended') },
}

const ORDER: Choice<Exclude<GrantOrder, 'active_first'>> = {
  name: 'sort',
  label: t('Sort by'),
  otherwise: t('Active first'),
  options: { newest: t('Newest first'), end: t('Ends first'), name: t('Firm') },
}

/** How the grants of a client can be narrowed and ordered. */
export const CLIENT_GRANT_CHOICES = [STATE, ORDER]

/** The arguments of the list for what is chosen. */
export function askForGrants({ text, chosen }: ListSearch) {
  const state = chosen(STATE)
  return {
    search: text || null,
    state: state && STATES[state],
    orderBy: chosen(ORDER),
  }
}
