import type { Records } from '../../support/portfolio.ts'

// Figures computed from the records of an import alone, in plain loops and with whole numbers: nothing of the gateway.

const PLACES = 4n

/** The record of an asset. */
export const asset = (ref: string, title: string, category: string, value: string | null) => {
  return { type: 'asset', ref, title, category, market_value: value }
}

/** An amount as ten-thousandths. */
export function units(amount: string): bigint {
  const [whole = '0', places = ''] = amount.split('.')
  return BigInt(whole + places.padEnd(Number(PLACES), '0'))
}

/** The text of an amount as the interface has it. */
export function amountOf(sum: bigint): string {
  const whole = sum / 10n ** PLACES
  const places = String(sum % 10n ** PLACES).padStart(Number(PLACES), '0')
  return `${whole}.${places.replace(/0{1,2}$/, '')}`
}

interface Entry {
  readonly at: number
  readonly source: string
  readonly value: bigint
}

/** The entries of each asset's history, by its ref. */
export function historiesOf(records: Records): Map<string, Entry[]> {
  const histories = new Map<string, Entry[]>()
  for (const record of records) {
    if (record.type !== 'valuation') continue
    const ref = String(record.asset)
    const entry = {
      at: Date.parse(String(record.valued_at)),
      source: String(record.source),
      value: units(String(record.value)),
    }
    histories.set(ref, [...(histories.get(ref) ?? []), entry])
  }
  return histories
}

/** The value of these histories just before an instant, and how many of them have begun. */
export function valueBefore(histories: Iterable<readonly Entry[]>, end: Date) {
  let sum = 0n
  let valuedAssetCount = 0
  for (const entries of histories) {
    let latest: Entry | undefined
    for (const entry of entries)
      if (entry.at < end.getTime() && (!latest || isLater(entry, latest))) latest = entry
    if (!latest) continue
    sum += latest.value
    valuedAssetCount++
  }
  return { value: { amount: amountOf(sum) }, valuedAssetCount }
}

function isLater(one: Entry, other: Entry): boolean {
  return one.at > other.at || (one.at === other.at && one.source > other.source)
}
