import type { Category } from '../../values/categories.ts'

/** The share of the recommended documentation that is present. */
export interface Completeness {
  /** Percent, rounded down. */
  readonly score: number
  readonly recommended: readonly string[]
  readonly present: readonly string[]
  readonly missing: readonly string[]
}

/** The kinds of document that each category should have. */
export const RECOMMENDED_DOCUMENTS: Record<Category, readonly string[]> = {
  precious_metals: ['invoice', 'certificate_of_authenticity', 'storage_record', 'insurance_policy'],
  watches: ['invoice', 'certificate_of_authenticity', 'service_record', 'appraisal', 'photograph'],
  jewelry: ['invoice', 'appraisal', 'grading_report', 'photograph', 'insurance_policy'],
  gemstones: ['invoice', 'grading_report', 'appraisal', 'photograph'],
  art: [
    'invoice',
    'certificate_of_authenticity',
    'provenance',
    'appraisal',
    'condition_report',
    'photograph',
  ],
  antiques: ['invoice', 'provenance', 'appraisal', 'condition_report', 'photograph'],
  coins: ['invoice', 'grading_report', 'photograph'],
  wine: ['invoice', 'storage_record', 'provenance'],
  vehicles: ['title_deed', 'registration', 'invoice', 'service_record', 'insurance_policy'],
  books: ['invoice', 'appraisal', 'condition_report', 'photograph'],
  musical_instruments: [
    'invoice',
    'certificate_of_authenticity',
    'appraisal',
    'photograph',
    'insurance_policy',
  ],
  fashion: ['invoice', 'certificate_of_authenticity', 'photograph'],
  collectibles: ['invoice', 'certificate_of_authenticity', 'photograph'],
  real_estate: ['title_deed', 'appraisal', 'insurance_policy', 'photograph'],
  other: ['invoice', 'photograph'],
}

/** Every kind of document that some category should have. */
export const RECOMMENDED_TYPES = [...new Set(Object.values(RECOMMENDED_DOCUMENTS).flat())].sort()

/** The completeness of an asset of the category that has documents of these kinds. */
export function completenessOf(category: Category, types: readonly string[]): Completeness {
  const recommended = RECOMMENDED_DOCUMENTS[category]
  const present = recommended.filter((type) => types.includes(type))
  return {
    score: Math.floor((present.length * 100) / recommended.length),
    recommended,
    present,
    missing: recommended.filter((type) => !types.includes(type)),
  }
}
