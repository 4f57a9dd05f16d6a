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

const orders = <Value extends GrantOrder>(
  otherwise: string,
  options: Record<Value, string>,
): Choice<Value> => ({ name: 'sort', label: t('Sort by'), otherwise, options })

const FIRM_ORDER = orders(t('Newest first'), { name: t('Client'), end: t('Ends first') })
const CLIENT_ORDER = orders(t('Active first'), {
  newest: t('Newest first'),
  end: t('Ends first'),
  name: t('Firm'),
})

/** How the grants of a key can be narrowed and ordered. */
export const KEY_GRANT_CHOICES = [STATE, FIRM_ORDER]

/** How the grants of a client can be narrowed and ordered. */
export const CLIENT_GRANT_CHOICES = [STATE, CLIENT_ORDER]

/** The arguments of either list for what is chosen. */
export function askForGrants({ text, chosen }: ListSearch, side: 'key' | 'client') {
  const state = chosen(STATE)
  return {
    search: text || null,
    state: state && STATES[state],
    orderBy: side === 'key' ? chosen(FIRM_ORDER) : chosen(CLIENT_ORDER),
  }
}
