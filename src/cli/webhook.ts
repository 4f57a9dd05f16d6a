import type { Command } from 'commander'
import { instantOf } from '../database/clock.ts'
import type { WebhookAttempt } from '../generated/prisma/client.ts'
import { OPERATOR } from '../modules/audit/audit.writes.ts'
import type { OperatedEndpoint } from '../modules/webhooks/operator.reads.ts'
import { addCommand, addCommandGroup } from './command.ts'
import { type CommandResult, oneLine } from './command-result.ts'
import type { Runner, Session } from './runner.ts'

export function addWebhook(program: Command, runner: Runner): void {
  const webhook = addCommandGroup(program, 'webhook', {
    description: 'webhook endpoints of API keys',
    example: 'webhook list --firm firm_01M7…',
  })
  for (const add of [addList, addSend, addPause]) add(webhook, runner)
}

function addList(webhook: Command, runner: Runner): void {
  addCommand(webhook, 'list', {
    description: 'list webhook endpoints with their state',
    example: 'webhook list --firm firm_01M7…',
  })
    .option('--firm <id>', 'only those of this firm')
    .action(
      runner.withSchema(async ({ prisma }, { firm }: { firm?: string }) => {
        const { listEndpoints } = await import('../modules/webhooks/operator.reads.ts')
        const data = await listEndpoints(prisma, firm)
        const lines = data.map(formatEndpoint)
        return { json: { data }, lines: lines.length > 0 ? lines : ['No webhook endpoints.'] }
      }),
    )
}

function addSend(webhook: Command, runner: Runner): void {
  addCommand(webhook, 'send <id>', {
    description: 'let the gateway send a test event to a webhook endpoint, and print how it ended',
    example: 'webhook send endpoint_01M7…',
  }).action(runner.withSchema((session, id: string) => sendTest(session, id)))
}

function addPause(webhook: Command, runner: Runner): void {
  addCommand(webhook, 'pause <id>', {
    description: 'pause a webhook endpoint; an admin of its firm can resume it',
    example: 'webhook pause endpoint_01M7…',
  }).action(
    runner.withSchema(async ({ prisma }, id: string) => {
      const { pauseEndpoint } = await import('../modules/webhooks/webhook.writes.ts')
      await pauseEndpoint(prisma, OPERATOR, id, await instantOf(prisma))
      return { json: { id, state: 'paused' }, lines: [`Webhook endpoint ${id} is paused.`] }
    }),
  )
}

async function sendTest({ prisma, pool, config }: Session, id: string): Promise<CommandResult> {
  const { sendTestNow } = await import('../modules/webhooks/send-test-now.ts')
  const { createDeriveSecret, findServerSecret } = await import('../database/server-secret.ts')
  const { createOutbound } = await import('../outbound/reach.ts')
  const secret = (await findServerSecret(pool, config.authSecret)) ?? ''
  const sealKey = createDeriveSecret(secret)('webhooks')
  const parts = { prisma, pool, outbound: createOutbound(config), sealKey }
  const { isOwn, ...attempt } = await sendTestNow(parts, OPERATOR, id)
  const { result, status, milliseconds } = attempt
  const text = [result, status, milliseconds !== null && `${milliseconds} ms`].filter(Boolean)
  const sent = { json: { id, result, status, milliseconds }, lines: [text.join('  ')] }
  if (result === 'delivered') return sent
  const message = isOwn ? `${failureOf(attempt)} ${OWN}` : failureOf(attempt)
  return { ...sent, error: { code: 'service_unavailable', message } }
}

const OWN = 'No gateway took the test, so it was sent with the settings of this command.'

function failureOf({ result, status }: Pick<WebhookAttempt, 'result' | 'status'>): string {
  switch (result) {
    case 'rejected':
      return `The receiver answered with ${status}, and not with 200 to 299.`
    case 'timeout':
      return 'The receiver did not answer within ten seconds.'
    case 'refused_address':
      return 'The name leads to an address that is not public, and WEBHOOK_ALLOWED_RANGES does not name it.'
    case 'tls':
      return 'The certificate of the receiver is not trusted.'
    case 'connection':
      return 'The connection was refused or closed.'
    default:
      return 'The gateway has not sent the test yet. Its log says why.'
  }
}

function formatEndpoint({ id, state, paused_by, failing_since, key_id, host }: OperatedEndpoint) {
  const why = paused_by === null ? state : `${state} by ${paused_by}`
  const failing = failing_since === null ? '' : `  failing since ${failing_since.toISOString()}`
  return oneLine(`${id}  ${why}  ${key_id}  ${host}${failing}`)
}
