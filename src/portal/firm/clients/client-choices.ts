import type { Environment, FirmClientFilter } from '../../generated/graphql.ts'
import { t } from '../../i18n/text.ts'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'

/** The name of the list in the address of the page. */
export const CLIENTS = 'clients'

const ONLY: Choice<FirmClientFilter> = {
  name: 'only',
  label: t('Show'),
  otherwise: t('All clients'),
  options: {
    active: t('Active'),
    ends_soon: t('Ends soon'),
    never_read: t('Never read'),
    link_open: t('Link open'),
    not_answered: t('Not answered, open or expired'),
    declined: t('Declined or kept as it is'),
    ended: t('Ended'),
    deletion_requested: t('Deletion requested'),
  },
}

export interface NamedKey {
  readonly id: string
  readonly name: string
}

const keyChoice = (keys: readonly NamedKey[]): Choice => ({
  name: 'key',
  label: t('Key'),
  otherwise: t('All keys'),
  options: Object.fromEntries(keys.map(({ id, name }) => [id, name])),
})

/** How the clients of a firm can be narrowed. */
export function clientChoices(keys: readonly NamedKey[]): readonly Choice[] {
  return [ONLY, keyChoice(keys)]
}

/** The arguments of the list for what is chosen. */
export function askForClients(
  of: { readonly firmId: string; readonly environment: Environment },
  search: ListSearch,
  keys: readonly NamedKey[],
) {
  return {
    ...of,
    keyId: search.chosen(keyChoice(keys)),
    only: search.chosen(ONLY),
    search: search.text || null,
  }
}

/** The request of a list of clients, without the page. */
export type AskedClients = ReturnType<typeof askForClients>
