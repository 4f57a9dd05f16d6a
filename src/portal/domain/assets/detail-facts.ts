import { t } from '../../i18n/text.ts'
import type { Fact } from '../../ui/fact-list.tsx'
import { formatCode } from '../../words/codes.ts'
import { findLabel, formatDecimal, formatList, formatYear } from '../../words/format.ts'

const UNITS: Readonly<Record<string, string>> = { g: 'g', ml: 'ml', km: 'km', m2: 'm²' }

/** The members of a category's details. Their names and types are not known beforehand. */
export function detailFacts(detail: Record<string, unknown>): Fact[] {
  return Object.entries(detail)
    .filter(([name]) => name !== 'type')
    .map(([name, value]) => [formatName(name), formatMember(name, value)])
}

/** "gross_weight_g" is a "Gross weight". */
function formatName(name: string): string {
  const parts = name.split('_').filter((word) => !Object.hasOwn(UNITS, word))
  return formatCode(parts.join('_'))
}

function formatMember(name: string, value: unknown): string {
  const isYear = /^year(_|$)/.test(name) && typeof value === 'number'
  return isYear ? formatYear(value) : formatValue(value, unitOf(name))
}

function unitOf(name: string): string {
  const unit = findLabel(UNITS, name.split('_').at(-1) ?? '')
  return unit === undefined ? '' : ` ${unit}`
}

function formatValue(value: unknown, unit: string): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No')
  if (Array.isArray(value)) return formatList(value.map((each) => formatValue(each, '')))
  if (typeof value === 'object' && value !== null)
    return detailFacts({ ...value })
      .map(([name, text]) => `${name}: ${text}`)
      .join(', ')
  // A number without a unit may be a year or a serial number, so it stays as it is.
  const text = String(value ?? '')
  return unit === '' ? text : `${formatDecimal(text)}${unit}`
}
