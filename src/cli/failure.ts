import { ConfigError } from '../config.ts'
import { type ErrorCode, GatewayError, toGatewayError } from '../errors.ts'
import { ImportError } from '../importer/import-error.ts'

/** What a command that failed says: a code of the closed list, and one sentence for the operator. */
export interface Failure {
  readonly code: ErrorCode
  readonly message: string
}

/** Says what went wrong without a value from a statement, which may be private. */
export function explainFailure(thrown: unknown): Failure {
  if (thrown instanceof GatewayError) return { code: thrown.code, message: thrown.message }
  if (thrown instanceof ConfigError) {
    return { code: 'invalid_parameter', message: thrown.message.replaceAll('\n', '; ') }
  }
  if (thrown instanceof ImportError) return { code: 'record_not_found', message: thrown.message }
  const { code } = toGatewayError(thrown)
  return { code, message: describeFault(thrown, code) }
}

function describeFault(thrown: unknown, code: ErrorCode): string {
  if (!(thrown instanceof Error)) return 'Unexpected fault.'
  const detail = textMember(thrown, 'code')
  // Prisma's messages hold the arguments of the call.
  if (thrown.name.startsWith('PrismaClient')) return `Unexpected fault: ${thrown.name} ${detail}`
  const cause = thrown.message || detail || thrown.name
  if (code === 'service_unavailable') return `The database cannot be reached: ${cause}`
  if (textMember(thrown, 'severity') === '') return `Unexpected fault: ${cause}`
  // PostgreSQL quotes values where they were malformed (22) or broke a rule (23).
  const quotes = /^2[23]/.test(detail)
  return `The database refused: ${quotes ? `${detail} ${textMember(thrown, 'constraint')}` : cause}`
}

function textMember(error: Error, name: string): string {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : ''
}
