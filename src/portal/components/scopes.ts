import type { Scope } from '../generated/graphql.ts'

/** What each scope is called, and what it shows of an asset. In the order of the documentation. */
export const SCOPES: Readonly<Record<Scope, { label: string; shows: string }>> = {
  registry: {
    label: 'Registry',
    shows: 'That the asset is there: registry id, title, category, quantity',
  },
  valuation: {
    label: 'Valuation',
    shows: 'Market value, purchase price, insurance value, and the history of values',
  },
  detail: {
    label: 'Details',
    shows: 'Description, notes, seller, where it is kept, its collections',
  },
  category_detail: {
    label: 'Category details',
    shows: 'What belongs to its kind: metal and purity, brand and reference, vintage',
  },
  documentation: {
    label: 'Documentation',
    shows: 'Which documents there are and how complete they are; never their contents',
  },
  estate: { label: 'Estate', shows: 'Heirs and shares, share links, readiness' },
  verification: { label: 'Verification', shows: 'Status, risk score, tamper state, newest scans' },
}

/** Every scope, in the order of the documentation. */
export const ALL_SCOPES = Object.keys(SCOPES).filter((name): name is Scope => name in SCOPES)
