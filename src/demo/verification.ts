import type { Category } from '../values/categories.ts'
import { daysAfter } from './dates.ts'
import type { Random } from './random.ts'

interface Verification {
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

/** Creates a random verification of an asset, with consistent risk score, seal and scans. */
export function createVerification(
  category: Category,
  acquired: Date,
  now: Date,
  random: Random,
): Verification {
  const draw = random.between(0, 1)
  const scans = (count: number, last: string) =>
    createScans(category, acquired, now, random, count, last)
  if (draw < 0.55) {
    const seal = random.chance(0.8) ? 'intact' : 'not_fitted'
    // A few assets are scanned often.
    const count = random.chance(0.06) ? random.integer(12, 18) : random.integer(1, 5)
    return verdict('verified', random.integer(0, 15), seal, scans(count, 'match'))
  }
  if (draw < 0.75) {
    return verdict(
      'pending',
      random.integer(16, 45),
      'intact',
      scans(random.integer(0, 2), 'inconclusive'),
    )
  }
  if (draw < 0.93) return verdict('unverified', random.integer(30, 60), 'not_fitted', [])
  const seal = random.chance(0.5) ? 'broken' : 'intact'
  return verdict('flagged', random.integer(70, 97), seal, scans(random.integer(1, 4), 'mismatch'))
}

function verdict(
  status: Verification['status'],
  risk_score: number,
  tamper_state: Verification['tamper_state'],
  scans: Verification['scans'],
): Verification {
  return { status, risk_score, tamper_state, scans }
}

function createScans(
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
