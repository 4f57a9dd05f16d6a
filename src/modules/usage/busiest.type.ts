import { requestsPerMinute } from '../../access/caller.ts'
import { isInstant, isNumber, isText, type RowOf, rowReader } from '../../access/rows.ts'
import { readRows } from '../../database/statement.ts'
import type { Environment } from '../../generated/prisma/client.ts'
import { builder, type Context, instant, poolOf } from '../../schema/builder.ts'
import { keyEnvironmentArg } from '../../schema/enums.ts'
import { groupBy } from '../../values/group-by.ts'
import { readerOf } from '../audit/acting-person.ts'
import { FirmType } from '../firms/firm.type.ts'
import { readKeys } from '../keys/api-key.reads.ts'
import { type ApiKey, ApiKeyType, keyMapper } from '../keys/api-key.type.ts'
import { dayBefore } from './usage.reads.ts'
import { DAYS, readDays } from './usage.type.ts'

type BusiestMinute = BusiestRow & { readonly key: ApiKey }

const BusiestMinuteType = builder.objectRef<BusiestMinute>('BusiestMinute').implement({
  description: 'The minute in which a key used most of its rate limit.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the key and the instant together.',
      resolve: ({ key_id, at }) => `${key_id}:${at.toISOString()}`,
    }),
    at: instant(t, 'at', 'The instant of the request that met the highest count.'),
    requests: t.exposeInt('requests', {
      description: 'How many requests the limit had counted in that minute, at most the limit.',
    }),
    key: t.expose('key', { description: 'The key.', type: ApiKeyType }),
  }),
})

builder.objectField(FirmType, 'busiestMinute', (t) =>
  t.field({
    type: BusiestMinuteType,
    nullable: true,
    authScopes: { person: true },
    description:
      'Of the busiest minutes of its live keys the one with the largest share of the limit. Null if there was no request.',
    args: {
      days: t.arg.int({ description: DAYS }),
      environment: keyEnvironmentArg(t.arg),
    },
    resolve: async ({ id, loaders }, { environment, ...args }, context) => {
      const days = readDays(args.days)
      const minutes = await loaders.load(`busiest ${environment} ${days}`, id, (ids) =>
        findMinutes(ids, environment, days, context),
      )
      return minutes?.reduce((most, each) => (shareOf(each) > shareOf(most) ? each : most)) ?? null
    },
  }),
)

async function findMinutes(
  firmIds: readonly string[],
  environment: Environment,
  days: number,
  context: Context,
): Promise<Map<string, BusiestMinute[]>> {
  const values = [firmIds, dayBefore(context.request.now, days - 1), environment]
  const rows = await readRows(poolOf(context), BUSIEST, values, 'busiest minutes')
  const minutes = new Map(rows.map(readBusiest).map((row) => [row.key_id, row]))
  const keys = await readKeys(readerOf(context), [...minutes.keys()])
  const toKey = keyMapper()
  const found = keys.flatMap((key) => {
    const row = minutes.get(key.id)
    return row && key.state === 'active' ? [{ ...row, key: toKey(key) }] : []
  })
  return groupBy(found, ({ key }) => key.firmId)
}

// The limit may have been another one then.
function shareOf({ requests, key }: BusiestMinute): number {
  return requests / requestsPerMinute(key)
}

const busiest = { key_id: isText, requests: isNumber, at: isInstant }
type BusiestRow = RowOf<typeof busiest>
const readBusiest = rowReader('key_usage', busiest)

// The busiest minute of each key of firms since an instant.
const BUSIEST = `
  SELECT k.id AS key_id, busiest.* FROM api_keys k CROSS JOIN LATERAL (
    SELECT most_used AS requests, most_used_at AS at FROM key_usage
     WHERE key_id = k.id COLLATE "default" AND hour >= $2 AND most_used > 0
     ORDER BY most_used DESC, most_used_at DESC LIMIT 1) AS busiest
   WHERE k.firm_id = ANY ($1::text[]) AND k.environment::text = $3`
