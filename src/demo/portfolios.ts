import { CATALOGUE } from './catalogue/catalogue.ts'
import { OWNERS, type Owner } from './owners.ts'
import { type ImportRecord, recordsOf } from './records.ts'

/** One client of the demo, and the lines to import for that client. */
export interface DemoPortfolio
  extends Pick<Owner, 'key' | 'name' | 'email' | 'environment' | 'currency'> {
  records: Iterable<ImportRecord>
}

// Of every nine things in the catalogue's order: four, three, two.
const DEAL: readonly Owner['key'][] = [
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
 * Three clients who own four hundred assets, the same on every call with the same `now`: two in
 * production, of two currencies, and one in the sandbox. All dates are told back from `now`.
 */
export function demoPortfolios(now: Date): DemoPortfolio[] {
  return OWNERS.map((owner) => {
    const { key, name, email, environment, currency } = owner
    return { key, name, email, environment, currency, records: portfolioRecords(owner, now) }
  })
}

/** The lines of one client; they start anew each time they are walked. */
export function portfolioRecords(owner: Owner, now: Date): Iterable<ImportRecord> {
  return {
    *[Symbol.iterator]() {
      for (const { ref, name } of owner.collections) yield { type: 'collection', ref, name }
      const things = CATALOGUE.filter((_, index) => DEAL[index % DEAL.length] === owner.key)
      const counts = new Map<string, number>()
      for (const thing of things) {
        const number = (counts.get(thing.category) ?? 0) + 1
        counts.set(thing.category, number)
        yield* recordsOf(thing, owner, number, now)
      }
    },
  }
}
