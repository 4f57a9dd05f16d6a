import { codeInWords, decimalInWords, listInWords } from '../words.ts'
import type { Fact } from './facts.tsx'

const UNITS: Readonly<Record<string, string>> = { g: 'g', ml: 'ml', km: 'km', m2: 'm²' }

/** The members of a category's detail, whichever they are, as lines to read. */
export function detailFacts(detail: Record<string, unknown>): Fact[] {
  return Object.entries(detail)
    .filter(([name]) => name !== 'type')
    .map(([name, value]) => [nameInWords(name), valueInWords(value, unitOf(name))])
}

/** "gross_weight_g" is a "Gross weight". */
function nameInWords(name: string): string {
  const words = name.split('_').filter((word) => !Object.hasOwn(UNITS, word))
  return codeInWords(words.join('_'))
}

function unitOf(name: string): string {
  const unit = UNITS[name.split('_').at(-1) ?? '']
  return unit === undefined ? '' : ` ${unit}`
}

function valueInWords(value: unknown, unit: string): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return listInWords(value.map((each) => valueInWords(each, '')))
  if (typeof value === 'object' && value !== null)
    return detailFacts({ ...value })
      .map(([name, text]) => `${name.toLowerCase()} ${text}`)
      .join(', ')
  // A year or a serial number is no amount: only what has a unit is written as one.
  const text = String(value ?? '')
  return unit === '' ? text : `${decimalInWords(text)}${unit}`
}
