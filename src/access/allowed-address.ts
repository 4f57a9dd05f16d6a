import ipaddr from 'ipaddr.js'
import type { Partner } from './caller.ts'
import { readStoredNetworks } from './stored-data.ts'

/** Whether the key accepts requests from this address. Throws `StoredDataError` for a damaged allow-list. */
export function isAllowedAddress({ keyId, allowedIps }: Partner, ip: string): boolean {
  if (allowedIps.length === 0) return true
  const networks = readStoredNetworks(`key ${keyId}`, allowedIps)
  if (!ipaddr.isValid(ip)) return false
  const address = ipaddr.process(ip)
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  )
}
