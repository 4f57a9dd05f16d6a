import type { Category } from '../access/categories.ts'
import { daysAfter } from './dates.ts'
import type { Random } from './random.ts'

export interface Verification {
  status: 'verified' | 'pending' | 'unverified' | 'flagged'
  risk_score: number
  tamper_state: 'intact' | 'broken' | 'not_fitted'
  scans: { scanned_at: string; method: string; result: string }[]
}

const METHODS: Partial<Record<Category, readonly [string, ...string[]]>> = {
  precious_metals: ['xrf', 'ultrasound', 'nfc'],
  coins: ['xrf', 'visual'],
  gemstones: ['spectroscopy', 'visual'],
  art: ['visual', 'ultraviolet', 'xray'],
  wine: ['nfc', 'visual'],
  watches: ['nfc', 'visual', 'xray'],
}

/** What checks of a thing have shown since it was acquired: the score and the seal fit the scans. */
export function verificationOf(
  category: Category,
  acquired: Date,
  now: Date,
  random: Random,
): Verification {
  const luck = random.between(0, 1)
  const scans = (count: number, last: string) =>
    scansOf(category, acquired, now, random, count, last)
  if (luck < 0.55) {
    const seal = random.chance(0.8) ? 'intact' : 'not_fitted'
    // A few are scanned at every visit.
    const count = random.chance(0.06) ? random.whole(12, 18) : random.whole(1, 5)
    return verdict('verified', random.whole(0, 15), seal, scans(count, 'match'))
  }
  if (luck < 0.75) {
    return verdict(
      'pending',
      random.whole(16, 45),
      'intact',
      scans(random.whole(0, 2), 'inconclusive'),
    )
  }
  if (luck < 0.93) return verdict('unverified', random.whole(30, 60), 'not_fitted', [])
  const seal = random.chance(0.5) ? 'broken' : 'intact'
  return verdict('flagged', random.whole(70, 97), seal, scans(random.whole(1, 4), 'mismatch'))
}

function verdict(
  status: Verification['status'],
  risk_score: number,
  tamper_state: Verification['tamper_state'],
  scans: Verification['scans'],
): Verification {
  return { status, risk_score, tamper_state, scans }
}

function scansOf(
  category: Category,
  acquired: Date,
  now: Date,
  random: Random,
  count: number,
  last: string,
): Verification['scans'] {
  const span = (now.getTime() - acquired.getTime()) / 86_400_000 / Math.max(count, 1)
  return Array.from({ length: count }, (_, index) => ({
    scanned_at: daysAfter(acquired, span * (index + random.between(0.1, 0.9))).toISOString(),
    method: random.pick(METHODS[category] ?? ['visual', 'nfc']),
    result: index === count - 1 ? last : 'match',
  }))
}
