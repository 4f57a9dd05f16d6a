import type { Category } from '../../values/categories.ts'
import type { KNOWN_WORDS } from '../../values/known-words.ts'

type DocumentType = (typeof KNOWN_WORDS.document_type)[number]

/**
 * The kinds of document that each category should have. An estate is divided and insured by value, so each list has an
 * appraisal. The other kinds prove the ownership, the identity and the state of such an asset.
 */
export const RECOMMENDED_DOCUMENTS: Record<Category, readonly [DocumentType, ...DocumentType[]]> = {
  // The assay proves the purity, and bars are in a vault and insured.
  precious_metals: [
    'invoice',
    'certificate_of_authenticity',
    'appraisal',
    'storage_record',
    'insurance_policy',
  ],
  // A service keeps the value. A photograph tells two of a model apart.
  watches: ['invoice', 'certificate_of_authenticity', 'service_record', 'appraisal', 'photograph'],
  // The stones are graded. A worn piece is insured.
  jewelry: ['invoice', 'appraisal', 'grading_report', 'photograph', 'insurance_policy'],
  // The report of a laboratory says what the stone is.
  gemstones: ['invoice', 'grading_report', 'appraisal', 'photograph'],
  // The value depends on the hand, the earlier owners and the state.
  art: [
    'invoice',
    'certificate_of_authenticity',
    'provenance',
    'appraisal',
    'condition_report',
    'photograph',
  ],
  // As for art, but few makers are certified.
  antiques: ['invoice', 'provenance', 'appraisal', 'condition_report', 'photograph'],
  // The grade decides the value.
  coins: ['invoice', 'grading_report', 'appraisal', 'photograph'],
  // How a bottle was stored, and where it came from, decide the value.
  wine: ['invoice', 'storage_record', 'provenance', 'appraisal'],
  // The deed and the registration prove the ownership, and use needs insurance.
  vehicles: [
    'title_deed',
    'registration',
    'invoice',
    'service_record',
    'appraisal',
    'insurance_policy',
  ],
  // The value depends on the edition, which the appraisal names, and on the state.
  books: ['invoice', 'appraisal', 'condition_report', 'photograph'],
  // The certificate names the maker. An instrument travels, so it is insured.
  musical_instruments: [
    'invoice',
    'certificate_of_authenticity',
    'appraisal',
    'photograph',
    'insurance_policy',
  ],
  // A copy is told from an original by its certificate.
  fashion: ['invoice', 'certificate_of_authenticity', 'appraisal', 'photograph'],
  // As for fashion.
  collectibles: ['invoice', 'certificate_of_authenticity', 'appraisal', 'photograph'],
  // The deed proves the ownership and names the price, as an invoice does of other assets.
  real_estate: ['title_deed', 'appraisal', 'insurance_policy', 'photograph'],
  // The kinds that fit every asset.
  other: ['invoice', 'appraisal', 'photograph'],
}

/** How much of the recommended documentation is present. The score is in percent, rounded down. */
export function completenessOf(category: Category, types: readonly string[]) {
  const recommended = RECOMMENDED_DOCUMENTS[category]
  const present = recommended.filter((type) => types.includes(type))
  return {
    score: Math.floor((present.length * 100) / recommended.length),
    recommended,
    present,
    missing: recommended.filter((type) => !types.includes(type)),
  }
}
