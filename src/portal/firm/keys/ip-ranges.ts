import { t } from '../../i18n/text.ts'

const IPV4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/
const PREFIX_LENGTH = /^\d{1,3}$/

/** The ranges of a text, separated by line breaks or commas. */
export function parseRanges(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Says which range is invalid, if any. The server checks more, such as the host bits of IPv6. */
export function findRangeProblem(text: string): string | null {
  for (const range of parseRanges(text)) {
    if (!isRange(range))
      return t(
        '“{range}” is not a valid IP address or CIDR range, for example 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.',
        { range },
      )
    const network = networkOf(range)
    if (network !== range)
      return t('“{range}” is an address inside {network}. Enter {network}.', { range, network })
  }
  return null
}

// With the bits behind the prefix cleared; only of IPv4.
function networkOf(range: string): string {
  const [address = '', length] = range.split('/')
  if (length === undefined || !IPV4.test(address)) return range
  const octets = address.split('.').map((octet, index) => {
    const kept = Math.min(8, Math.max(0, Number(length) - 8 * index))
    return Number(octet) & (0xff << (8 - kept))
  })
  return `${octets.join('.')}/${Number(length)}`
}

function isRange(range: string): boolean {
  const [address = '', length, ...rest] = range.split('/')
  const bits = IPV4.test(address) ? 32 : isIpv6(address) ? 128 : null
  if (bits === null || rest.length > 0) return false
  return length === undefined || (PREFIX_LENGTH.test(length) && Number(length) <= bits)
}

function isIpv6(address: string): boolean {
  return (
    address.includes(':') && /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]/`)
  )
}
