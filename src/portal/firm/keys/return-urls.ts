import { readHttpsAddress } from '../../../values/https-address.ts'
import { t } from '../../i18n/text.ts'

const MAX_URLS = 10
const MAX_LENGTH = 2_000
// The answer adds these.
const TAKEN = ['connection', 'state']

/** The addresses of a text, one on each line. */
export function parseReturnUrls(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Says what is wrong with the addresses, if anything. */
export function findReturnUrlProblem(text: string): string | null {
  const urls = parseReturnUrls(text)
  if (urls.length > MAX_URLS) return t('At most {MAX_URLS} addresses.', { MAX_URLS })
  const wrong = urls.find((text) => {
    const url = readHttpsAddress(text, MAX_LENGTH)
    return !url || TAKEN.some((name) => url.searchParams.has(name))
  })
  if (wrong === undefined) return null
  return t(
    '“{wrong}” is not accepted. Use an https address such as https://firm.example/connected, of at most 2,000 characters, without credentials, spaces, “#” and the parameters “connection” and “state”.',
    { wrong },
  )
}
