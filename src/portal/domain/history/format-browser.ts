import { t } from '../../i18n/text.ts'

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg\//, t('Edge')],
  [/\bOPR\//, t('Opera')],
  [/\bFirefox\//, t('Firefox')],
  [/Chrom(e|ium)\//, t('Chrome')],
  [/\bSafari\//, t('Safari')],
]
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, t('Android')],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, t('Windows')],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, t('Linux')],
]

/** "Firefox on Linux": enough of a User-Agent to recognise one's own browser. */
export function formatBrowser(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent ?? '') ?? t('Unknown browser')
  const system = nameIn(SYSTEMS, userAgent ?? '')
  return system ? t('{browser} on {system}', { browser, system }) : browser
}

function nameIn(names: readonly [RegExp, string][], text: string): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1]
}
