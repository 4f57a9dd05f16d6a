import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { Variables } from '../config/variables.ts'
import { createGatewayMetrics } from '../metrics/gateway-metrics.ts'
import { WorkerMetrics } from '../metrics/worker-metrics.ts'
import { MAIL_RULES } from '../modules/mails/mail-rules.ts'
import { RETENTION } from '../modules/retention/retention.ts'

// The tables that pages for operators take from the code. Each stands between two comments.
const TABLES: readonly (readonly [page: string, name: string, rows: () => string[]])[] = [
  ['docs/operations/run.md', 'settings', settingRows],
  ['docs/operations/sign-in-and-mail.md', 'limits of mails', mailRows],
  ['docs/operations/observe.md', 'metrics', metricRows],
  ['docs/operations/data.md', 'retention', retentionRows],
]

/** Writes the tables of the pages for operators. Returns the exit code. */
export function main(): number {
  for (const [page, name, rows] of TABLES) {
    const [begin, end] = [`<!-- ${name}: by npm run generate -->\n`, `<!-- end of ${name} -->\n`]
    const [before, old] = readFileSync(page, 'utf8').split(begin)
    const after = old?.split(end)[1]
    if (after === undefined) throw new Error(`${page} has no place for the table "${name}"`)
    writeFileSync(page, [before, begin, ...rows().map((row) => `${row}\n`), end, after].join(''))
  }
  return 0
}

function settingRows(): string[] {
  const defaults: Readonly<Record<string, unknown>> = Variables.parse({})
  const texts = describeSettings()
  const rows = Object.keys(Variables.shape).map((name) => {
    const value = defaults[name]
    const isShown = ['string', 'number', 'boolean'].includes(typeof value)
    const text = texts.get(name)
    if (text === undefined) throw new Error(`.env.example does not describe ${name}`)
    return `| \`${name}\` | ${isShown ? `\`${value}\`` : ''} | ${text} |`
  })
  return ['| Variable | Default | |', '|---|---|---|', ...rows]
}

/** The comment above each variable of the example. */
function describeSettings(): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  let comment: string[] = []
  for (const line of readFileSync('.env.example', 'utf8').split('\n')) {
    const name = /^(?:# )?([A-Z_]+)=/.exec(line)?.[1]
    if (name !== undefined && comment.length > 0) texts.set(name, comment.join(' '))
    comment = name === undefined && line !== '' ? [...comment, line.replace('# ', '')] : []
  }
  return texts
}

// The compiler wants a line for each kind.
const MAILS: Readonly<Record<keyof typeof MAIL_RULES, string>> = {
  invitation: 'invitations by `orangery invite`',
  member_invitation: 'invitations to firms',
  password_reset: 'links for a new password',
  webhook_paused: 'paused webhook endpoints',
  deletion: 'requests for deletion',
  account_news: 'news of the account: new browsers, changed sign-in settings',
  key_notice: 'keys that end or are not used',
  link_reminder: 'connection links that nobody has answered',
  notice: 'receipts, reminders and first reads',
}

function mailRows(): string[] {
  const rows = Object.entries(MAIL_RULES).map(([kind, { share, hour, day, usefulMs }]) => {
    const text = Object.entries(MAILS).find(([each]) => each === kind)?.[1]
    return `| \`${kind}\` | ${text} | ${hour} | ${day} | ${share} | ${usefulMs / 3_600_000} h |`
  })
  return [
    '| Kind | Mails | An hour | A day | Share | Given up after |',
    '|---|---|---|---|---|---|',
    ...rows,
  ]
}

const Metric = z.object({
  name: z.string(),
  type: z.string(),
  labelNames: z.array(z.string()),
  help: z.string(),
})

/** The metrics that a gateway of any kind registers. */
export function describeMetrics(): z.infer<typeof Metric>[] {
  const gateway = createGatewayMetrics(() => 0)
  gateway.watchCaches({})
  gateway.watchPools({})
  gateway.watchRedis(() => null)
  gateway.watchSlots({ waiting: 0, refused: 0 })
  gateway.close()
  const registries = [gateway.registry, new WorkerMetrics(() => 0).own]
  const metrics = registries.flatMap((registry) => registry.getMetricsAsArray())
  const byName = new Map(metrics.map((metric) => [metric.name, Metric.parse(metric)]))
  return [...byName.values()].sort((one, other) => one.name.localeCompare(other.name, 'en'))
}

function metricRows(): string[] {
  const rows = describeMetrics().map(({ name, type, labelNames, help }) => {
    const labels = labelNames.map((label) => `\`${label}\``).join(', ')
    return `| \`${name}\` | ${type} | ${labels} | ${help} |`
  })
  return ['| Metric | Type | Labels | |', '|---|---|---|---|', ...rows]
}

function retentionRows(): string[] {
  const tables = [...new Set(RETENTION.map(({ table }) => table))]
  const rows = tables.map((table) => {
    const periods = RETENTION.filter((each) => each.table === table)
    const ends = periods
      .map(({ column, days }) => `${inDays(days)} after \`${column}\``)
      .join(', or ')
    const isLimited = periods.some(({ isRecord }) => isRecord)
    return `| \`${table}\` | ${ends} | ${isLimited ? 'yes' : ''} |`
  })
  return ['| Table | Rows are removed | Limited |', '|---|---|---|', ...rows]
}

function inDays(days: number): string {
  if (days === 0) return 'at once'
  return days === 1 ? 'a day' : `${days} days`
}
