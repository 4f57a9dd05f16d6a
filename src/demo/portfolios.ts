import { CATALOGUE } from './catalogue/catalogue.ts'
import type { Owner } from './owners.ts'
import { createRecords, type ImportRecord } from './records.ts'

// The owners of nine consecutive assets of the catalogue. The sequence repeats.
const OWNER_SEQUENCE: readonly Owner['key'][] = [
  'ashdown',
  'ashdown',
  'ashdown',
  'ashdown',
  'valcroze',
  'valcroze',
  'valcroze',
  'testwell',
  'testwell',
]

/**
 * The import records of an owner. Can be iterated more than once. They depend only on the owner and on `now`. All dates
 * are relative to it.
 */
export function portfolioRecords(owner: Owner, now: Date): Iterable<ImportRecord> {
  return {
    *[Symbol.iterator]() {
      for (const { ref, name } of owner.collections) yield { type: 'collection', ref, name }
      const assets = CATALOGUE.filter(
        (_, index) => OWNER_SEQUENCE[index % OWNER_SEQUENCE.length] === owner.key,
      )
      const counts = new Map<string, number>()
      for (const asset of assets) {
        const number = (counts.get(asset.category) ?? 0) + 1
        counts.set(asset.category, number)
        yield* createRecords(asset, owner, number, now)
      }
    },
  }
}
