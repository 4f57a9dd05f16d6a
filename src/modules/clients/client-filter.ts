import { enumType } from '../../schema/enums.ts'

const FIRM_CLIENT_FILTERS = {
  active: 'Grants under which the key can read now.',
  ends_soon:
    'Active grants in the second half of their term that end within 30 days, the earliest end first.',
  never_read:
    'Active grants under which nothing was read, as far as reads are stored. A page can be short, or empty, while hasNextPage is true.',
  ended: 'Grants that have ended, and no newer grant of the client to the key has followed.',
  deletion_requested:
    'Ended grants whose client asks the firm to delete what it has read, without an answer yet.',
  link_open: 'Connection links that can be answered now.',
  not_answered:
    'Connection links for one client that nobody has answered, also when they have expired.',
  declined: 'Connection links for one client who has declined, or keeps their grant as it is.',
} as const

export type FirmClientFilter = keyof typeof FIRM_CLIENT_FILTERS

export const FirmClientFilterType = enumType(
  'FirmClientFilter',
  'A part of the clients of a firm.',
  FIRM_CLIENT_FILTERS,
)

export interface FirmClientQuery {
  /** Null: all grants that no newer one has followed, and the links that still ask for one. */
  readonly only: FirmClientFilter | null
  readonly search: string | null
  readonly byStaff: boolean
}
