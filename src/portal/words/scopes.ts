import type { Scope } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'
import { formatList } from './format.ts'

/** The label of each scope, and what it shows of an asset. In the order of the documentation. */
export const SCOPES: Readonly<Record<Scope, { label: string; shows: string }>> = {
  registry: {
    label: t('Basic information'),
    shows: t('Title, category, quantity and ID of each asset'),
  },
  valuation: {
    label: t('Valuation'),
    shows: t('Market value, purchase price, insurance value, and the history of values'),
  },
  detail: {
    label: t('Details'),
    shows: t('Description, notes, seller, storage location, collections'),
  },
  category_detail: {
    label: t('Category details'),
    shows: t('Specifics by type: metal and purity, brand and model, vintage…'),
  },
  documentation: {
    label: t('Documentation'),
    shows: t('Which documents exist and how complete they are; never their contents'),
  },
  estate: {
    label: t('Estate'),
    shows: t(
      'Who inherits each asset and what share, shared links, how complete the estate planning is',
    ),
  },
  verification: {
    label: t('Verification'),
    shows: t('Authenticity checks: status, risk score, signs of tampering, recent scans'),
  },
}

/** In the order of the documentation. */
export const ALL_SCOPES = Object.keys(SCOPES).filter(isScope)

function isScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name)
}

/** The label of a scope; other text stays as it is. */
export function formatScope(name: string): string {
  return isScope(name) ? SCOPES[name].label : name
}

/** "Basic information, Valuation and Details". */
export function formatScopes(scopes: readonly Scope[]): string {
  return formatList(scopes.map(formatScope))
}
