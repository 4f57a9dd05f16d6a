import type { Access } from './access.ts'
import { completeness } from './completeness.ts'

/** A row of the gateway's statements. Instants and decimals are text. A block that the scopes do not show is absent. */
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
  readonly document_count: number
  readonly document_types: string[]
  /** The text of each block. Null: it is empty. */
  readonly detail: string | null
  readonly collections: string | null
  readonly category_detail: string | null
  readonly estate: string | null
  readonly verification: string | null
  /** All scans of an asset that is read alone, if its block has not all of them. */
  readonly history?: string | null
}

const BLOCKS = [
  'valuation',
  'detail',
  'category_detail',
  'documentation',
  'estate',
  'verification',
] as const
const NO_DETAIL = '{"description":null,"notes":null,"seller":null,"storage_location":null}'
const NO_ESTATE = '{"heirs":[],"share_links":[],"readiness":{"score":null,"gaps":[]}}'
const NO_VERIFICATION =
  '{"status":null,"risk_score":null,"tamper_state":null,"scan_count":0,"scans":[]}'

/** The JSON text of an asset, with one member for each scope of the grant. */
export function assetText(row: AssetRow, { scopes, currency }: Access): string {
  const { id, registry_id, title, category } = row
  let text =
    `{"id":"${id}","registry_id":"${registry_id}","title":${JSON.stringify(title)},"category":"${category}",` +
    `"quantity":"${withoutZeros(row.quantity)}","created_at":"${instant(row.created_at)}","updated_at":"${instant(row.updated_at)}"`
  for (const name of BLOCKS)
    if (scopes.includes(name)) text += `,"${name}":${blockText(name, row, currency)}`
  return `${text}}`
}

function blockText(name: (typeof BLOCKS)[number], row: AssetRow, currency: string): string {
  switch (name) {
    case 'valuation':
      return valuationText(row, currency)
    case 'detail':
      return `${(row.detail ?? NO_DETAIL).slice(0, -1)},"collections":${row.collections ?? '[]'}}`
    case 'category_detail':
      return row.category_detail ?? `{"type":"${row.category}"}`
    case 'documentation': {
      const { score } = completeness(row.category, row.document_types)
      return `{"document_count":${row.document_count},"completeness_score":${score}}`
    }
    case 'estate':
      return row.estate ?? NO_ESTATE
    case 'verification':
      return verificationText(row)
  }
}

function valuationText(row: AssetRow, currency: string): string {
  const amount = (value: string | null) =>
    value === null ? 'null' : `{"amount":"${formatAmount(value)}","currency":"${currency}"}`
  const valuedAt = row.valued_at === null ? 'null' : `"${instant(row.valued_at)}"`
  return `{"market_value":${amount(row.market_value)},"purchase_price":${amount(row.purchase_price)},"insurance_value":${amount(row.insurance_value)},"valued_at":${valuedAt}}`
}

// The scans are the last member of the block. In a string, the quotes of such a text would be escaped.
function verificationText({ verification, history }: AssetRow): string {
  const block = verification ?? NO_VERIFICATION
  return history ? `${block.slice(0, block.indexOf('"scans":') + 8)}${history}}` : block
}

/** Money in the form of response bodies. */
export function money(amount: string, currency: string) {
  return { amount: formatAmount(amount), currency }
}

// At least two decimal places.
function formatAmount(amount: string): string {
  const [whole, places = ''] = amount.split('.')
  return `${whole}.${places.replace(/0+$/, '').padEnd(2, '0')}`
}

function withoutZeros(quantity: string): string {
  return quantity.replace(/\.?0+$/, '')
}

/** The instant of a text of PostgreSQL, in the form of response bodies. */
export function instant(text: string): string {
  return new Date(text).toISOString()
}
