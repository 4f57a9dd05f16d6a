import { Option } from 'commander'
import { type ErrorCode, invalidParameter, parseCode } from '../errors.ts'
import {
  type FoundRequest,
  type FoundRequests,
  findRequests,
  listRequests,
} from '../modules/usage/request.reads.ts'
import { parseRequestId } from '../values/ids.ts'
import { ACCEPTED_INSTANT, parseInstant } from '../values/instant.ts'
import { type CliCommand, type CommandResult, listed, oneLine, optionParser } from './command.ts'

export const COMMANDS = [addShow, addList]

function addShow(request: CliCommand): void {
  request
    .add('show', 'find requests of API keys by their request id', 'request show request_01M7…')
    .argument('<id>', 'the X-Request-Id of the response', optionParser(parseRequestId))
    .onPool(async ({ pool }, id: string) => formatFound(await findRequests(pool, id)))
}

interface ListOptions {
  readonly key: string
  readonly status?: readonly [from: number, to: number]
  readonly code?: ErrorCode
  readonly since?: Date
}

function addList(request: CliCommand): void {
  const statuses = 'one status, or a class such as 4xx'
  const since = 'an ISO 8601 instant or a date (midnight UTC)'
  request
    .add(
      'list',
      'list the stored requests of an API key, newest first',
      'request list --key key_01M7… --status 4xx',
    )
    .requiredOption('--key <id>', 'the key')
    .addOption(new Option('--status <status>', statuses).argParser(optionParser(parseStatus)))
    .addOption(new Option('--code <code>', 'an error code').argParser(optionParser(parseCode)))
    .addOption(new Option('--since <time>', since).argParser(optionParser(parseSince)))
    .onPool(async ({ pool }, { key, ...chosen }: ListOptions) => {
      const { status = ANY_STATUS, code = null, since = null } = chosen
      const data = await listRequests(pool, key, { status, code, since })
      return listed(data, formatRequest, 'No stored requests.')
    })
}

const ANY_STATUS = [0, 999] as const

function parseStatus(text: string): readonly [from: number, to: number] {
  if (/^[1-5]xx$/.test(text)) return [Number(text[0]) * 100, Number(text[0]) * 100 + 99]
  if (/^[1-5]\d\d$/.test(text)) return [Number(text), Number(text)]
  throw invalidParameter('Must be a status such as 403, or a class: 4xx.')
}

function parseSince(text: string): Date {
  const at = parseInstant(text)
  if (at) return at
  throw invalidParameter(`Must be ${ACCEPTED_INSTANT}.`)
}

function formatFound({ total, requests }: FoundRequests): CommandResult {
  const older = total - requests.length
  const more = older > 0 ? [`… and ${older} more with this id, which are older.`] : []
  const lines = requests.flatMap((request) => [formatRequest(request), ...formatDetails(request)])
  return { json: { total, requests }, lines: [...lines, ...more], readerMayLeave: true }
}

function formatRequest(request: FoundRequest): string {
  const { at, request_id, endpoint, method, path, status, code, key_id } = request
  const { key_name, firm_name } = request
  const owner = `${key_name ?? 'no such key'} of ${firm_name ?? 'no such firm'}`
  const asked = path === null ? endpoint : `${method} ${path}`
  const ended = code === null ? status : `${status} ${code}`
  return oneLine(`${at.toISOString()}  ${request_id}  ${asked}  ${ended}  ${key_id}  ${owner}`)
}

function formatDetails(request: FoundRequest): string[] {
  const { client_id, parameters, message, milliseconds, bytes, cost, address } = request
  const details: readonly (readonly [string, unknown])[] = [
    ['client', client_id],
    ['parameters', parameters.join(' ')],
    ['message', message],
    ['address', address],
    ['milliseconds', milliseconds],
    ['bytes', bytes],
    ['counted as', cost],
  ]
  return details
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `  ${oneLine(`${name}: ${value}`)}`)
}
