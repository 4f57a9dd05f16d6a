import type { Environment, KeyOrder, KeyState } from '../../generated/graphql.ts'
import type { Choice, ListSearch } from '../../ui/list-search/use-list-search.ts'
import { ENVIRONMENTS } from '../../words/environments.ts'

const STATE: Choice<KeyState> = {
  name: 'state',
  label: 'Status',
  otherwise: 'Any status',
  options: { active: 'Active', expired: 'Expired', revoked: 'Revoked' },
}

const ENVIRONMENT: Choice<Environment> = {
  name: 'environment',
  label: 'Environment',
  otherwise: 'Any environment',
  options: ENVIRONMENTS,
}

const ORDER: Choice<Exclude<KeyOrder, 'newest'>> = {
  name: 'sort',
  label: 'Sort by',
  otherwise: 'Newest first',
  options: { name: 'Name', last_used: 'Last used first' },
}

/** How the keys of a firm can be narrowed and ordered. */
export const KEY_CHOICES = [STATE, ENVIRONMENT, ORDER]

/** The arguments of the list for what is chosen. */
export function askForKeys({ text, chosen }: ListSearch) {
  return {
    search: text || null,
    state: chosen(STATE),
    environment: chosen(ENVIRONMENT),
    orderBy: chosen(ORDER),
  }
}
