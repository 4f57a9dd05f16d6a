import { t } from '../../i18n/text.ts'

const MAX_URLS = 10

/** The addresses of a text, one on each line. */
export function parseReturnUrls(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Says what is wrong with the addresses, if anything. The server checks more. */
export function findReturnUrlProblem(text: string): string | null {
  const urls = parseReturnUrls(text)
  if (urls.length > MAX_URLS) return t('At most {MAX_URLS} addresses.', { MAX_URLS })
  const wrong = urls.find((url) => !/^https:\/\//i.test(url) || !URL.canParse(url))
  if (wrong === undefined) return null
  return t('“{wrong}” is not a valid https address, for example https://firm.example/connected.', {
    wrong,
  })
}
