import { createDeriveSecret, findServerSecret } from '../database/server-secret.ts'
import type { WebhookAttempt } from '../generated/prisma/client.ts'
import { operator } from '../modules/audit/audit.writes.ts'
import { sendTestNow } from '../modules/webhooks/request-attempt.writes.ts'
import { listEndpoints } from '../modules/webhooks/webhook.reads.ts'
import { pauseEndpoint } from '../modules/webhooks/webhook.writes.ts'
import { createOutbound } from '../outbound/reach.ts'
import { type CliCommand, type CommandResult, listed, oneLine } from './command.ts'
import type { Session } from './runner.ts'

export const COMMANDS = [addList, addSend, addPause]

function addList(webhook: CliCommand): void {
  webhook
    .add('list', 'list webhook endpoints with their state', 'webhook list --firm firm_01M7…')
    .option('--firm <id>', 'only those of this firm')
    .onSchema(async ({ prisma }, { firm }: { firm?: string }) => {
      const data = await listEndpoints(prisma, firm)
      return listed(data, formatEndpoint, 'No webhook endpoints.')
    })
}

function addSend(webhook: CliCommand): void {
  webhook
    .add(
      'send <id>',
      'let the gateway send a test event to a webhook endpoint, and print how it ended',
      'webhook send endpoint_01M7…',
    )
    .onSchema((session, id: string) => sendTest(session, id))
}

function addPause(webhook: CliCommand): void {
  webhook
    .add(
      'pause <id>',
      'pause a webhook endpoint; an admin of its firm can resume it',
      'webhook pause endpoint_01M7…',
    )
    .onSchema(async ({ prisma }, id: string) => {
      await pauseEndpoint(operator(prisma), id)
      return { json: { id, state: 'paused' }, lines: [`Webhook endpoint ${id} is paused.`] }
    })
}

async function sendTest({ prisma, pool, config }: Session, id: string): Promise<CommandResult> {
  const secret = (await findServerSecret(pool, config.authSecret)) ?? ''
  const sealKey = createDeriveSecret(secret)('webhooks')
  const parts = { prisma, pool, outbound: createOutbound(config), sealKey }
  const { isOwn, result, status, milliseconds } = await sendTestNow(parts, id)
  const text = [result, status, milliseconds !== null && `${milliseconds} ms`].filter(Boolean)
  const sent = { json: { id, result, status, milliseconds }, lines: [text.join('  ')] }
  if (result === 'delivered') return sent
  const failure =
    result === 'rejected'
      ? `The receiver answered with ${status}, and not with 200 to 299.`
      : FAILURES[result]
  const message = isOwn ? `${failure} ${OWN}` : failure
  return { ...sent, error: { code: 'service_unavailable', message } }
}

const OWN = 'No gateway took the test, so it was sent with the settings of this command.'

const FAILURES: Record<Exclude<WebhookAttempt['result'], 'delivered' | 'rejected'>, string> = {
  waiting: 'The gateway has not sent the test yet. Its log says why.',
  timeout: 'The receiver did not answer within ten seconds.',
  refused_address:
    'The name leads to an address that is not public, and WEBHOOK_ALLOWED_RANGES does not name it.',
  tls: 'The certificate of the receiver is not trusted.',
  connection: 'The connection was refused or closed.',
}

type Endpoint = Awaited<ReturnType<typeof listEndpoints>>[number]

function formatEndpoint({ id, state, pausedBy, failingSince, keyId, host }: Endpoint) {
  const why = pausedBy === null ? state : `${state} by ${pausedBy}`
  const failing = failingSince === null ? '' : `  failing since ${failingSince.toISOString()}`
  return oneLine(`${id}  ${why}  ${keyId}  ${host}${failing}`)
}
