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
