const IPV4 = /^(25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}$/
const PREFIX_LENGTH = /^\d{1,3}$/

/** The ranges of a text, separated by line breaks or commas. */
export function parseRanges(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** Says which range is invalid, if any. The server checks more, such as the host bits. */
export function findRangeProblem(text: string): string | null {
  const invalid = parseRanges(text).find((range) => !isRange(range))
  return invalid === undefined
    ? null
    : `“${invalid}” is not a valid IP address or CIDR range, for example 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`
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
