import type { Command } from 'commander'
import { parseRequestId } from '../load/request-context.ts'
import type { FoundRequest, FoundRequests } from '../modules/usage/request.reads.ts'
import { addCommand, addCommandGroup, optionParser } from './command.ts'
import { type CommandResult, oneLine } from './command-result.ts'
import type { Runner } from './runner.ts'

const EXAMPLE = 'request show request_01M7…'

export function addRequest(program: Command, runner: Runner): void {
  const request = addCommandGroup(program, 'request', {
    description: 'requests that ended with an error',
    example: EXAMPLE,
  })
  addCommand(request, 'show', {
    description: 'find requests of API keys that ended with an error by their request id',
    example: EXAMPLE,
  })
    .argument('<id>', 'the X-Request-Id of the response', optionParser(parseRequestId))
    .action(
      runner.withSchema(async ({ pool }, id: string) => {
        const { findRequests } = await import('../modules/usage/request.reads.ts')
        return formatFound(await findRequests(pool, id))
      }),
    )
}

function formatFound({ total, requests }: FoundRequests): CommandResult {
  const older = total - requests.length
  const more = older > 0 ? [`… and ${older} more with this id, which are older.`] : []
  return { json: { total, requests }, lines: [...requests.map(formatRequest), ...more] }
}

function formatRequest(request: FoundRequest): string {
  const { at, endpoint, status, code, key_id, key_name, firm_name } = request
  const owner = `${key_name ?? 'no such key'} of ${firm_name ?? 'no such firm'}`
  return oneLine(`${at.toISOString()}  ${endpoint}  ${status} ${code}  ${key_id}  ${owner}`)
}
