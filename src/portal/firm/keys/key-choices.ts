import type { KeyOrder, KeyState } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'

const STATE: Choice<KeyState> = {
  name: 'state',
  label: t('Status'),
  otherwise: t('Any status'),
  options: { active: t('Active'), expired: t('Expired'), revoked: t('Revoked') },
}

const ORDER: Choice<Exclude<KeyOrder, 'newest'>> = {
  name: 'sort',
  label: t('Sort by'),
  otherwise: t('Newest first'),
  options: { name: t('Name'), last_used: t('Last used first') },
}

/** How the keys of a firm can be narrowed and ordered. */
export const KEY_CHOICES = [STATE, ORDER]

/** The arguments of the list for what is chosen. */
export function askForKeys({ text, chosen }: ListSearch) {
  return {
    search: text || null,
    state: chosen(STATE),
    orderBy: chosen(ORDER),
  }
}
