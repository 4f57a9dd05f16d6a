import { LOCALE } from '../i18n/language.ts'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** "1.2 MB", in units of 1,000. */
export function formatSize(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3)
  const unit = UNITS[Math.min(power, UNITS.length - 1)] ?? 'byte'
  const format = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(LOCALE, format).format(bytes / 1_000 ** UNITS.indexOf(unit))
}
