const RECOMMENDED: Record<string, readonly string[]> = {
  precious_metals: [
    'invoice',
    'certificate_of_authenticity',
    'appraisal',
    'storage_record',
    'insurance_policy',
  ],
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
  coins: ['invoice', 'grading_report', 'appraisal', 'photograph'],
  wine: ['invoice', 'storage_record', 'provenance', 'appraisal'],
  vehicles: [
    'title_deed',
    'registration',
    'invoice',
    'service_record',
    'appraisal',
    'insurance_policy',
  ],
  books: ['invoice', 'appraisal', 'condition_report', 'photograph'],
  musical_instruments: [
    'invoice',
    'certificate_of_authenticity',
    'appraisal',
    'photograph',
    'insurance_policy',
  ],
  fashion: ['invoice', 'certificate_of_authenticity', 'appraisal', 'photograph'],
  collectibles: ['invoice', 'certificate_of_authenticity', 'appraisal', 'photograph'],
  real_estate: ['title_deed', 'appraisal', 'insurance_policy', 'photograph'],
  other: ['invoice', 'appraisal', 'photograph'],
}

/** Compares the types of an asset's documents with those recommended for its category. */
export function completeness(category: string, types: readonly string[]) {
  const recommended = RECOMMENDED[category] ?? []
  const present = recommended.filter((type) => types.includes(type))
  const missing = recommended.filter((type) => !types.includes(type))
  const score = Math.floor((present.length * 100) / recommended.length)
  return { score, recommended, present, missing }
}
