import type { KNOWN_WORDS, OpenList } from '../../values/known-words.ts'
import { t } from '../i18n/text.ts'
import { findLabel } from './format.ts'

// Every known word of the open lists has a label. The data of a portfolio can have others.
type Labels<List extends OpenList> = Readonly<Record<(typeof KNOWN_WORDS)[List][number], string>>

const SOURCES = {
  appraisal: t('Appraisal'),
  auction_result: t('Auction result'),
  insurance: t('Insurance'),
  probate: t('Probate'),
  purchase: t('Purchase'),
  spot_price: t('Spot price'),
  user_estimate: t('User estimate'),
} satisfies Labels<'source'>
const DOCUMENTS = {
  certificate_of_authenticity: t('Certificate of authenticity'),
  condition_report: t('Condition report'),
  grading_report: t('Grading report'),
  insurance_policy: t('Insurance policy'),
  invoice: t('Invoice'),
  photograph: t('Photograph'),
  provenance: t('Provenance'),
  registration: t('Registration document'),
  service_record: t('Service record'),
  storage_record: t('Storage record'),
  title_deed: t('Title deed'),
  warranty: t('Warranty'),
} satisfies Omit<Labels<'document_type'>, keyof typeof SOURCES>
const GAPS = {
  heirs_missing: t('Heirs missing'),
  proof_of_ownership_missing: t('Proof of ownership missing'),
  appraisal_missing: t('Appraisal missing'),
  value_unknown: t('Value unknown'),
  storage_location_missing: t('Storage location missing'),
} satisfies Labels<'gaps'>
const VERIFICATION = {
  verified: t('Verified'),
  pending: t('Pending'),
  unverified: t('Unverified'),
  flagged: t('Flagged'),
  intact: t('Intact'),
  broken: t('Broken'),
  not_fitted: t('Not fitted'),
  match: t('Match'),
  mismatch: t('Mismatch'),
  inconclusive: t('Inconclusive'),
  nfc: 'NFC',
  xrf: 'XRF',
  xray: t('X-ray'),
  ultrasound: t('Ultrasound'),
  ultraviolet: t('Ultraviolet'),
  spectroscopy: t('Spectroscopy'),
  visual: t('Visual'),
} satisfies Labels<'status' | 'tamper_state' | 'method' | 'result'>
// The members of the details of a category, without their units.
const MEMBERS = {
  address: t('Address'),
  area: t('Area'),
  attributes: t('Attributes'),
  author: t('Author'),
  bottle_size: t('Bottle size'),
  bottles: t('Bottles'),
  box: t('Box'),
  brand: t('Brand'),
  carat: t('Carat'),
  case_material: t('Case material'),
  certification: t('Certification'),
  certification_number: t('Certification number'),
  clarity: t('Clarity'),
  color: t('Color'),
  country: t('Country'),
  creators: t('Creators'),
  cut: t('Cut'),
  date: t('Date'),
  denomination: t('Denomination'),
  dimensions: t('Dimensions'),
  edition: t('Edition'),
  engine: t('Engine'),
  form: t('Form'),
  grade: t('Grade'),
  grading_service: t('Grading service'),
  gross_weight: t('Gross weight'),
  kind: t('Kind'),
  lab: t('Lab'),
  language: t('Language'),
  make: t('Make'),
  maker: t('Maker'),
  material: t('Material'),
  medium: t('Medium'),
  metal: t('Metal'),
  mileage: t('Mileage'),
  mint: t('Mint'),
  model: t('Model'),
  movement: t('Movement'),
  number: t('Number'),
  origin: t('Origin'),
  papers: t('Papers'),
  period: t('Period'),
  producer: t('Producer'),
  publisher: t('Publisher'),
  purity: t('Purity'),
  reference: t('Reference'),
  region: t('Region'),
  serial_number: t('Serial number'),
  series: t('Series'),
  signed: t('Signed'),
  size: t('Size'),
  stone: t('Stone'),
  stones: t('Stones'),
  tenure: t('Tenure'),
  varietal: t('Varietal'),
  vin: 'VIN',
  vintage: t('Vintage'),
  year: t('Year'),
  year_built: t('Year built'),
}
const LABELS: Readonly<Record<string, string>> = {
  ...SOURCES,
  ...DOCUMENTS,
  ...GAPS,
  ...VERIFICATION,
  ...MEMBERS,
}

/** The label of a code of an open list. "heirs_postponed", which is not known, is "Heirs postponed". */
export function formatCode(code: string): string {
  const text = code.replaceAll('_', ' ')
  return findLabel(LABELS, code) ?? text.charAt(0).toUpperCase() + text.slice(1)
}
