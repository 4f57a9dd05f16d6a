import { ConfigError } from '../config.ts'
import { codeOf, type ErrorCode, GatewayError, memberOf, toGatewayError } from '../errors.ts'
import { quotesValues } from '../log.ts'

// A full or read-only disk, missing rights, too many open files, a missing folder.
const SYSTEM_LIMIT = /^(ENOSPC|EDQUOT|EROFS|EACCES|EPERM|EMFILE|ENFILE|ENOENT)$/

// Node's, for a certificate that it does not trust or that is for another host.
const UNTRUSTED =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(?:_LOCALLY)?)|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/

/** The reason why a command failed: a code of the closed list, and one sentence for the operator. */
export interface CommandError {
  readonly code: ErrorCode
  readonly message: string
}

/** Describes a thrown value: one error, or one for each invalid environment variable. */
export function toCommandErrors(thrown: unknown): readonly [CommandError, ...CommandError[]] {
  if (!(thrown instanceof ConfigError)) return [toCommandError(thrown)]
  const [first = '', ...others] = thrown.message.split('\n')
  const describe = (message: string) => ({ code: 'invalid_parameter', message }) as const
  return [describe(first), ...others.map(describe)]
}

/** Describes a thrown value. Omits the values of statements, which may be private. */
export function toCommandError(thrown: unknown): CommandError {
  if (thrown instanceof GatewayError) return { code: thrown.code, message: thrown.message }
  const { code } = toGatewayError(thrown)
  return { code, message: describe(thrown, code) }
}

function describe(thrown: unknown, code: ErrorCode): string {
  if (!(thrown instanceof Error)) return 'Unexpected error.'
  const detail = codeOf(thrown)
  if (UNTRUSTED.test(detail))
    return `The certificate of the database is not trusted (${detail}): name the file of its authority as sslrootcert in DATABASE_URL, see "TLS to PostgreSQL" in docs/operations/database.md.`
  const isDatabase = memberOf(thrown, 'severity') !== undefined
  if (quotesValues(thrown))
    return isDatabase
      ? `Database error: ${detail} ${memberOf(thrown, 'constraint') ?? ''}`
      : `Unexpected error: ${thrown.name} ${detail}`
  const cause = thrown.message || detail || thrown.name
  if (code === 'service_unavailable') return `The database is not available: ${cause}`
  if (SYSTEM_LIMIT.test(detail)) return `The operating system refuses: ${cause}`
  return `${isDatabase ? 'Database' : 'Unexpected'} error: ${cause}`
}
