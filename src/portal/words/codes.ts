import { KNOWN_WORDS } from '../../values/known-words.ts'
import { findTranslation } from '../i18n/language.ts'
import { t } from '../i18n/text.ts'
import { findLabel } from './format.ts'

// The members of the details of a category, without their units.
const MEMBERS = `
  address area attributes author bottle_size bottles box brand carat case_material certification
  certification_number clarity color country creators cut date denomination dimensions edition engine form
  grade grading_service gross_weight kind lab language make maker material medium metal mileage mint model
  movement number origin papers period producer publisher purity reference region serial_number series
  signed size stone stones tenure varietal vin vintage year year_built`

/** The codes that have a label in each language. The data of a portfolio can have others. */
export const KNOWN_CODES: ReadonlySet<string> = new Set([
  ...Object.values(KNOWN_WORDS).flat(),
  ...MEMBERS.trim().split(/\s+/),
])

// The labels that do not follow from the code.
const LABELS = {
  nfc: t('NFC'),
  registration: t('Registration document'),
  vin: t('VIN'),
  xray: t('X-ray'),
  xrf: t('XRF'),
}

/** The label of a code of an open list. "heirs_postponed", which is not known, is "Heirs postponed". */
export function formatCode(code: string): string {
  const text = code.replaceAll('_', ' ')
  const english = text.charAt(0).toUpperCase() + text.slice(1)
  const translation = KNOWN_CODES.has(code) ? findTranslation(english) : undefined
  return findLabel(LABELS, code) ?? translation ?? english
}
