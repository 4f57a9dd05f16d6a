import type { IncomingMessage } from 'node:http'

const WITH_PORT = /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/
const IN_BRACKETS = /^\[([\dA-Fa-f:.]{2,45})\](?::\d{1,5})?$/

/**
 * Removes ports and brackets from the addresses in `X-Forwarded-For`, before Express reads it: some proxies write
 * `203.0.113.7:5555` and `[2001:db8::7]:5555`, which Express does not accept as addresses.
 */
export function removePorts({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const given = headers['x-forwarded-for']
  if (typeof given === 'string')
    headers['x-forwarded-for'] = given.split(',').map(withoutPort).join(',')
}

function withoutPort(text: string): string {
  const address = text.trim()
  return address.replace(WITH_PORT, '$1').replace(IN_BRACKETS, '$1')
}
