import type { Service } from '../../access/caller.ts'
import { invalidParameter } from '../../errors.ts'
import { requireService } from '../../schema/auth-scopes.ts'
import { builder, type Context, poolOf } from '../../schema/builder.ts'
import { pageArgs, pageType } from '../../schema/list.type.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { DAY_MS } from '../../values/durations.ts'
import { parseDate } from '../../values/instant.ts'
import {
  type DayFigures,
  FIGURE_SCOPES,
  type Figure,
  figuresOf,
  type NamedCount,
  readFigures,
} from './figures.reads.ts'

const MAX_DAYS = 366

const PlatformCountType = builder.objectRef<NamedCount>('PlatformCount').implement({
  description: 'A count over all firms, in steps of five.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The thing that is counted, as its list says.' }),
    count: t.exposeInt('count', {
      nullable: true,
      description: 'The count, rounded down to a multiple of 5. Null if it is 1, 2, 3 or 4.',
    }),
    underFive: t.exposeBoolean('isUnderFive', {
      description: 'Whether the count is 1, 2, 3 or 4. Only then count is null.',
    }),
  }),
})

const PlatformDayType = builder.objectRef<DayFigures>('PlatformDay').implement({
  description:
    'The figures of one day (UTC) over all firms. They are stored once, when the day is over.',
  fields: (t) => {
    const counts = (figure: Figure, maxLength: number, description: string) =>
      t.field({
        type: [PlatformCountType],
        authScopes: { figures: FIGURE_SCOPES[figure] },
        extensions: { maxLength },
        description: `${description} Needs the scope ${FIGURE_SCOPES[figure]}.`,
        resolve: ({ counts }) => counts.get(figure) ?? [],
      })
    return {
      id: t.id({ description: 'Identifies the day.', resolve: ({ day }) => `figures:${day}` }),
      day: t.expose('day', { type: 'Date', description: 'The day, in UTC.' }),
      served: counts(
        'served',
        30,
        'The requests of API keys without an error, by endpoint, such as GET /api/v1/assets.',
      ),
      errors: counts('errors', 60, 'The requests of API keys with an error, by its code.'),
      webhookAttempts: counts('webhooks', 10, 'The requests to webhook endpoints, by result.'),
      firms: counts('firms', 4, 'The firms at the end of the day, by plan.'),
      keys: counts('keys', 2, 'The API keys that were live at the end of the day, by environment.'),
      grants: counts(
        'grants',
        2,
        'The grants that were live at the end of the day, by environment.',
      ),
    }
  },
})

builder.queryField('platformFigures', (t) =>
  t.field({
    type: pageType('QueryPlatformFiguresConnection', PlatformDayType),
    skipTypeScopes: true,
    authScopes: { service: true },
    description: `Figures of operation, by day, for the dashboards of the platform. No figure is of one firm or client. It serves service accounts only. The days of a range of at most ${MAX_DAYS} that have figures, the earliest first. The figures of a day are stored an hour after its end.`,
    args: {
      from: t.arg({ type: 'Date', required: true, description: 'The first day.' }),
      to: t.arg({ type: 'Date', required: true, description: 'The last day.' }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, args, context) => listDays(requireService(context), args, context),
  }),
)

interface FiguresArgs extends PageArgs {
  readonly from: string
  readonly to: string
}

async function listDays({ scopes }: Service, args: FiguresArgs, context: Context) {
  const page = parsePageRequest(args)
  const { from, to } = parseRange(args)
  const cursors = cursorsOf(context, 'platformFigures', from, to)
  const [after] = cursors.read(page.after, parseDate) ?? [null]
  const start = after === null ? from : new Date(Date.parse(after) + DAY_MS)
  const range = { from: start, to, limit: page.first + 1 }
  const days = await readFigures(poolOf(context), range, figuresOf(scopes))
  return createConnection(days, page, ({ day }) => cursors.write([day]))
}

function parseRange({ from, to }: FiguresArgs): { from: Date; to: Date } {
  const range = { from: new Date(from), to: new Date(to) }
  const days = (range.to.getTime() - range.from.getTime()) / DAY_MS + 1
  if (days < 1) throw invalidParameter('to takes a day that is not before from.')
  if (days > MAX_DAYS)
    throw invalidParameter(`from and to take a range of at most ${MAX_DAYS} days.`)
  return range
}
