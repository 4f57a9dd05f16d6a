import { GatewayError } from './errors.ts'
import { DAY_MS } from './values/durations.ts'
import { isDate } from './values/instant.ts'

export type Body = Record<string, unknown>

export interface Version {
  /** The day it was published, YYYY-MM-DD. */
  readonly date: string
  readonly change: string
  /** Converts a body of this version to the previous version. The first version returns it unchanged. */
  readonly toOlder: (body: Body) => Body
}

/** All versions, oldest first. A new version is a new entry. */
export const VERSIONS: readonly [Version, ...Version[]] = [
  { date: '2024-01-01', change: 'The first version.', toOlder: (body) => body },
]

export const NEWEST_VERSION = newestOf(VERSIONS).date

/**
 * The version of a request: the newest version on or before the date in its header. Throws
 * `missing_version`, `invalid_version` (not a date, or after tomorrow in UTC) or `unsupported_version`.
 */
export function resolveVersion(
  header: string | undefined,
  now: Date,
  versions: readonly [Version, ...Version[]] = VERSIONS,
): string {
  if (!header)
    throw new GatewayError(
      'missing_version',
      `Send X-Service-Version: YYYY-MM-DD, such as ${newestOf(versions).date}.`,
    )
  // In time zones before UTC, tomorrow has begun.
  const tomorrow = new Date(now.getTime() + DAY_MS).toISOString().slice(0, 10)
  if (!isDate(header) || header > tomorrow)
    throw new GatewayError(
      'invalid_version',
      'X-Service-Version takes one date, YYYY-MM-DD, not later than tomorrow in UTC.',
    )
  const version = versions.findLast(({ date }) => date <= header)
  if (version) return version.date
  const supported = versions.map(({ date }) => date).join(', ')
  throw new GatewayError(
    'unsupported_version',
    `X-Service-Version is before the first version. Supported: ${supported}.`,
  )
}

/** Converts a body of the newest version to an older one, one version at a time. */
export function toVersion(body: Body, date: string, versions: readonly Version[] = VERSIONS): Body {
  const newer = versions.filter((version) => version.date > date)
  if (newer.length === 0) return body
  // Texts of blocks become objects, of which a version may change the members.
  const parsed: Body = JSON.parse(JSON.stringify(body))
  return newer.reduceRight((converted, { toOlder }) => toOlder(converted), parsed)
}

function newestOf(versions: readonly [Version, ...Version[]]): Version {
  return versions.at(-1) ?? versions[0]
}
