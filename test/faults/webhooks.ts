import { lacksServers } from './installation.ts'
import { quantileOf } from './probe.ts'
import { amount, none, type Row, type Scenario } from './scenario.ts'
import { WebhookTrial } from './webhook-trial.ts'

// A killed gateway has at most so many requests whose answers it has not stored.
const UNSTORED = 50

/**
 * Receivers that fail in every way, beside one that does not: each mirror that is read when a webhook says so ends equal,
 * and the good receiver does not notice the others, nor the slow ones of another firm. Three gateways deliver, and are
 * killed.
 */
export const webhooks: Scenario = {
  name: 'webhooks',
  unavailable: lacksServers,
  async run(run) {
    const trial = await WebhookTrial.create(run)
    const changes = amount(run.size, 400, 24, 40)
    const gatewayKills = amount(run.size, 20, 1, 0)
    const receiverKills = amount(run.size, 1_000, 20, 20)
    await trial.change(changes, gatewayKills, receiverKills)
    await trial.settle()
    const limitMs = amount(run.size, 2_000, 10_000, 2_000)
    return rowsOf(trial, { changes, gatewayKills, limitMs })
  },
  controls: [
    {
      without: 'taking only 2xx for success',
      row: 'mirrors that differ',
      file: 'modules/webhooks/attempt.js',
      find: 'posted.status >= 200 && posted.status < 300',
      replace: 'posted.status > 0',
    },
    {
      without: 'a lease',
      row: 'webhooks sent twice',
      file: 'modules/webhooks/due.reads.js',
      find: 'AND (e.leased_until IS NULL OR ',
      replace: 'AND (true OR ',
    },
    {
      without: 'turns of firms',
      row: 'p99 from commit',
      file: 'modules/webhooks/webhook-job.js',
      find: 'most: 16,\n        mostOfFirm: 2,',
      replace: 'most: 8,\n        mostOfFirm: 8,',
    },
  ],
}

interface Trial {
  readonly changes: number
  readonly gatewayKills: number
  /** How late a webhook may be. */
  readonly limitMs: number
}

async function rowsOf(
  trial: WebhookTrial,
  { changes, gatewayKills, limitMs }: Trial,
): Promise<Row[]> {
  const twice = trial.sentTwice()
  const late = quantileOf(trial.latencies(), 0.99)
  return [
    none('mirrors that differ at the end', trial.mirrors, await trial.differing()),
    none('webhooks of a client out of order', changes, trial.outOfOrder()),
    none(
      'webhooks sent twice to the good receiver, beyond what kills explain',
      trial.good?.accepted.length ?? 0,
      twice.length > UNSTORED * gatewayKills ? twice : [],
    ),
    {
      what: `p99 from commit to the good receiver, beside the others and 40 slow ones of another firm: at most ${limitMs} ms`,
      n: changes >> 1,
      result: `${Math.round(late)} ms`,
      isMet: late <= limitMs,
    },
  ]
}
