import { GatewayError } from './errors.ts'
import { isDate } from './values/instant.ts'

/** A JSON body of area A. */
export type Body = Record<string, unknown>

/** One version of the REST interface. */
export interface Version {
  /** The day it was published, YYYY-MM-DD. */
  readonly date: string
  /** What changed, in one line. */
  readonly change: string
  /** Turns a body of this version into one of the version before. The first has nothing before it. */
  readonly toOlder: (body: Body) => Body
}

/** The versions there are, oldest first. A new one is one entry here. */
export const VERSIONS: readonly [Version, ...Version[]] = [
  { date: '2024-01-01', change: 'The first version.', toOlder: (body) => body },
]

export const NEWEST_VERSION = newestOf(VERSIONS).date

/**
 * The version that a header asks for: the newest dated on or before it. Throws `missing_version`,
 * `invalid_version` (no date, or later than today in UTC) or `unsupported_version`.
 */
export function resolveVersion(
  header: string | undefined,
  now: Date,
  versions: readonly [Version, ...Version[]] = VERSIONS,
): string {
  if (header === undefined || header === '') {
    throw new GatewayError(
      'missing_version',
      `Send X-Service-Version: YYYY-MM-DD, such as ${newestOf(versions).date}.`,
    )
  }
  if (!isDate(header) || header > now.toISOString().slice(0, 10)) {
    throw new GatewayError(
      'invalid_version',
      'X-Service-Version takes one date, YYYY-MM-DD, not later than today.',
    )
  }
  const version = versions.findLast(({ date }) => date <= header)
  if (version) return version.date
  const supported = versions.map(({ date }) => date).join(', ')
  throw new GatewayError(
    'unsupported_version',
    `X-Service-Version is before the first version. Supported: ${supported}.`,
  )
}

/** A body of the newest version as the named one has it: each newer version takes back its own change. */
export function toVersion(body: Body, date: string, versions: readonly Version[] = VERSIONS): Body {
  return versions.reduceRight(
    (newer, version) => (version.date > date ? version.toOlder(newer) : newer),
    body,
  )
}

function newestOf(versions: readonly [Version, ...Version[]]): Version {
  return versions.at(-1) ?? versions[0]
}
