import ipaddr from 'ipaddr.js'
import { GatewayError } from '../errors.ts'
import { type AssetFilter, createAssetFilter } from './asset-filter.ts'
import { isScope, SCOPES, type Scope } from './scopes.ts'

/**
 * Stored data that the gateway itself would not have written. It is never the caller's error: the response is
 * `internal_error`. Its message names the place and the fault, and quotes no value.
 */
export class StoredDataError extends Error {
  constructor(where: string, what: string) {
    super(`Damaged data: ${where}: ${what}`)
    this.name = 'StoredDataError'
  }
}

/** A network of an allow-list: its address and the length of its prefix. */
type IpNetwork = ReturnType<typeof ipaddr.parseCIDR>

/** The scopes of a stored row, in listing order. Throws `StoredDataError`. */
export function readStoredScopes(row: string, names: readonly string[]): readonly Scope[] {
  if (!names.every(isScope)) throw new StoredDataError(row, 'scopes has a name that is not a scope')
  if (!names.includes('registry')) throw new StoredDataError(row, 'scopes is without registry')
  return SCOPES.filter((scope) => names.includes(scope))
}

/** The asset filter of a stored grant. Throws `StoredDataError`. */
export function readStoredFilter(
  row: string,
  type: string,
  values: readonly string[],
): AssetFilter {
  try {
    return createAssetFilter(type, values)
  } catch (thrown) {
    // The message quotes no value.
    if (!(thrown instanceof GatewayError)) throw thrown
    throw new StoredDataError(row, thrown.message)
  }
}

/** The networks of a stored allow-list. Throws `StoredDataError`. */
export function readStoredNetworks(row: string, ranges: readonly string[]): IpNetwork[] {
  return ranges.map((range) => {
    if (!ipaddr.isValidCIDR(range)) {
      throw new StoredDataError(row, 'allowed_ips has a text that is not a CIDR range')
    }
    return ipaddr.parseCIDR(range)
  })
}
