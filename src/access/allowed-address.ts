import ipaddr from 'ipaddr.js'
import type { Partner, Service } from './caller.ts'
import { StoredDataError } from './stored-data.ts'

/**
 * Whether requests of the caller are accepted from this address. A key without ranges accepts any address; a service
 * account without ranges accepts none. Throws `StoredDataError` for a damaged allow-list.
 */
export function isAllowedAddress(caller: Partner | Service, ip: string): boolean {
  const { kind, allowedIps } = caller
  if (kind === 'partner' && allowedIps.length === 0) return true
  if (!allowedIps.every((range) => ipaddr.isValidCIDR(range))) {
    const row = kind === 'partner' ? `key ${caller.keyId}` : `service account ${caller.serviceId}`
    throw new StoredDataError(row, 'allowed_ips has a text that is not a CIDR range')
  }
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return allowedIps
    .map((range) => ipaddr.parseCIDR(range))
    .some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))
}
