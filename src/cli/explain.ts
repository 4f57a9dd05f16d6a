import { filterValues } from '../access/asset-filter.ts'
import type { ErrorCode, GatewayError } from '../errors.ts'
import type { AccessExplanation, Missing } from '../modules/staff/access-explanation.reads.ts'
import { type CliCommand, type CommandResult, oneLine } from './command.ts'

interface ExplainOptions {
  key: string
  client: string
  asset?: string
}

export function addExplain(program: CliCommand): void {
  program
    .add(
      'explain',
      'show what a key can see of a client, and why; changes nothing',
      'explain --key key_01M7… --client user_01M7…',
    )
    .requiredOption('--key <id>', 'the key')
    .requiredOption('--client <id>', 'the client')
    .option('--asset <id>', 'also show whether the key can see this asset')
    .onSchema(async (database, { key, client, asset }: ExplainOptions) => {
      const { explainAccess } = await import('../modules/staff/access-explanation.reads.ts')
      return formatExplanation(await explainAccess(database, key, client, asset))
    })
}

function formatExplanation(found: AccessExplanation): CommandResult {
  const { key, client, error, access, scopes, assets } = found
  const given = access?.visibility.filter
  const filter = given ? { type: given.type, values: filterValues(given) } : null
  const rejectedWith = error && { code: error.code, message: error.message }
  const lines = [...formatKey(found), ...formatGrant(found), ...formatScopes(found)]
  return {
    json: { key, client, rejectedWith, grant: access?.grant ?? null, filter, scopes, assets },
    lines: [...lines, formatResult(error)],
  }
}

function formatKey({ key, client }: AccessExplanation): string[] {
  const from = key.allowedIps.length === 0 ? 'any address' : key.allowedIps.join(', ')
  const limit = `${key.requestsPerMinute} requests a minute`
  return [
    `Key     ${oneLine(key.name)} of ${oneLine(key.firm)}: ${key.environment}, ${limit}, from ${from}`,
    `Client  ${oneLine(client.name)}: ${client.environment ?? 'no portfolio'}`,
  ]
}

const MAX_VALUES = 10

function formatGrant({ access, assets }: AccessExplanation): string[] {
  if (!access?.grant || !assets) return []
  const { grant, visibility } = access
  const values = filterValues(visibility.filter)
  const more = values.length > MAX_VALUES ? `, and ${values.length - MAX_VALUES} more` : ''
  const named = values.length > 0 ? ` (${values.slice(0, MAX_VALUES).join(', ')}${more})` : ''
  const until = grant.expiresAt ? `until ${grant.expiresAt.toISOString()}` : 'no expiry'
  return [
    `Grant   ${grant.id}: version ${grant.version}, ${until}`,
    `Filter  ${visibility.filter.type}${named}: ${assets.visible} of ${assets.total} assets`,
  ]
}

const REASONS: Readonly<Record<Exclude<Missing, null>, string>> = {
  key: 'hidden: the key does not have it',
  grant: 'hidden: the grant does not have it',
}

function formatScopes({ scopes }: AccessExplanation): string[] {
  return scopes.map(({ scope, missing, assets }) => {
    const shown = missing ? REASONS[missing] : `shown: ${assets} assets have something in it`
    return `  ${scope.padEnd(16)} ${shown}`
  })
}

const ADVICE: Partial<Record<ErrorCode, string>> = {
  revoked_api_key: 'A revoked key stays revoked. Create another: orangery key create',
  expired_api_key: 'An expired key stays expired. Create another: orangery key create',
  no_active_grant:
    'The client can grant it by a connection link, or you can: orangery grant create',
  grant_revoked: 'A revoked grant stays revoked. Another can be given: orangery grant create',
  grant_expired: 'Set a later expiry: orangery grant update',
  asset_not_in_grant: 'Widen the filter: orangery grant update',
  asset_not_found: 'Compare the registry id with the list of the client.',
}

function formatResult(error: GatewayError | null): string {
  if (!error) return 'Result  requests are served'
  const advice = ADVICE[error.code]
  return `Result  ${error.code}: ${error.message}${advice ? ` ${advice}` : ''}`
}
