import type { Access } from './access.ts'
import { completeness } from './completeness.ts'

/** A row of the gateway's statements, parsed. Instants are text. */
export interface AssetRow {
  readonly id: string
  readonly registry_id: string
  readonly title: string
  readonly category: string
  readonly quantity: string
  readonly created_at: string
  readonly updated_at: string
  readonly market_value: string | null
  readonly purchase_price: string | null
  readonly insurance_value: string | null
  readonly valued_at: string | null
  readonly description: string | null
  readonly notes: string | null
  readonly seller: string | null
  readonly storage_location: string | null
  readonly category_detail: object
  readonly document_count: number
  readonly document_types: string[]
  readonly readiness_score: number | null
  readonly readiness_gaps: string[]
  readonly verification_status: string | null
  readonly risk_score: number | null
  readonly tamper_state: string | null
  readonly collections: [id: string, name: string][] | null
  readonly heirs: [name: string, relationship: string | null, share: number][] | null
  readonly share_links:
    | [id: string, label: string, created: string, expires: string | null, revoked: string | null][]
    | null
  readonly scans: {
    count: number
    newest: [at: string, method: string, result: string][] | null
  } | null
}

/** An asset in the form of response bodies, with one member for each scope of the grant. */
export function assetBody(row: AssetRow, { scopes, currency }: Access): object {
  const hasScope = (scope: string) => scopes.includes(scope)
  const { id, registry_id, title, category } = row
  const [created_at, updated_at] = [new Date(row.created_at), new Date(row.updated_at)]
  const quantity = row.quantity.replace(/\.?0+$/, '')
  return {
    ...{ id, registry_id, title, category, quantity, created_at, updated_at },
    ...(hasScope('valuation') && { valuation: valuationOf(row, currency) }),
    ...(hasScope('detail') && { detail: detailOf(row) }),
    ...(hasScope('category_detail') && {
      category_detail: { type: category, ...row.category_detail },
    }),
    ...(hasScope('documentation') && {
      documentation: {
        document_count: row.document_count,
        completeness_score: completeness(category, row.document_types).score,
      },
    }),
    ...(hasScope('estate') && { estate: estateOf(row) }),
    ...(hasScope('verification') && {
      verification: {
        status: row.verification_status,
        risk_score: row.risk_score,
        tamper_state: row.tamper_state,
        scan_count: row.scans?.count ?? 0,
        scans: (row.scans?.newest ?? []).map(([at, method, result]) => {
          return { scanned_at: new Date(at), method, result }
        }),
      },
    }),
  }
}

/** Money in the form of response bodies: at least two decimal places. */
export function money(amount: string, currency: string) {
  const [whole, places = ''] = amount.split('.')
  return { amount: `${whole}.${places.replace(/0+$/, '').padEnd(2, '0')}`, currency }
}

function valuationOf(row: AssetRow, currency: string) {
  const amount = (value: string | null) => (value === null ? null : money(value, currency))
  return {
    market_value: amount(row.market_value),
    purchase_price: amount(row.purchase_price),
    insurance_value: amount(row.insurance_value),
    valued_at: instant(row.valued_at),
  }
}

function detailOf({ description, notes, seller, storage_location, collections }: AssetRow) {
  const named = (collections ?? []).map(([id, name]) => ({ id, name }))
  return { description, notes, seller, storage_location, collections: named }
}

function instant(text: string | null): Date | null {
  return text === null ? null : new Date(text)
}

function estateOf(row: AssetRow) {
  return {
    heirs: (row.heirs ?? []).map(([name, relationship, share_percent]) => {
      return { name, relationship, share_percent }
    }),
    share_links: (row.share_links ?? []).map(([id, label, created, expires, revoked]) => {
      const [expires_at, revoked_at] = [instant(expires), instant(revoked)]
      return { id, label, created_at: new Date(created), expires_at, revoked_at }
    }),
    readiness: { score: row.readiness_score, gaps: row.readiness_gaps },
  }
}
