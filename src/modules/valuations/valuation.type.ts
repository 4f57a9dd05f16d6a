import { invalidParameter } from '../../errors.ts'
import { builder, type Context, instant, offsetOf, poolOf } from '../../schema/builder.ts'
import { listType, pageArgs } from '../../schema/list.type.ts'
import { boundTo, cursorsOf } from '../../schema/list-cursors.ts'
import { MoneyType, toMoney } from '../../schema/money.type.ts'
import { createConnection, type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { requiresScope } from '../../schema/requires-scope.ts'
import { formatInstant, parseInstant } from '../../values/instant.ts'
import { narrower, openList, WORD } from '../../values/json.ts'
import { KNOWN_WORDS } from '../../values/known-words.ts'
import { MAX_PAGE_SIZE } from '../../values/page-size.ts'
import { type Asset, AssetPreviewType, AssetType } from '../assets/asset.type.ts'
import { readValuations, type ValuationRow } from './valuation.reads.ts'

function parseSource(text: string): string {
  if (WORD.test(text)) return text
  throw invalidParameter('source takes one snake_case word, such as spot_price or appraisal.')
}

type Valuation = ReturnType<typeof toValuation>

const ValuationType = builder.objectRef<Valuation>('Valuation').implement({
  description: "An entry of an asset's valuation history.",
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the entry.' }),
    value: t.expose('value', { description: 'The value of the asset.', type: MoneyType }),
    source: t.exposeString('source', {
      description: 'Where the value comes from, as a snake_case word. An open list.',
      ...narrower(openList(KNOWN_WORDS.source)),
    }),
    valuedAt: instant(t, 'valuedAt', 'The instant of the value.'),
  }),
})

const ValuationList = listType('AssetValuationsConnection', ValuationType)

for (const type of [AssetType, AssetPreviewType]) {
  builder.objectField(type, 'valuations', (t) =>
    t.field({
      type: ValuationList,
      ...requiresScope('valuation'),
      description: 'The history of values, newest first. Needs the valuation scope.',
      args: {
        ...pageArgs(t.arg),
        source: t.arg.string({ description: 'Exactly this source.' }),
        since: t.arg({ type: 'DateTime', description: 'Strictly after this.' }),
        until: t.arg({ type: 'DateTime', description: 'Up to this, included.' }),
      },
      resolve: listValuations,
    }),
  )
}

interface ValuationArgs extends PageArgs {
  readonly source?: string | null | undefined
  readonly since?: Date | null | undefined
  readonly until?: Date | null | undefined
}

async function listValuations(asset: Asset, args: ValuationArgs, context: Context) {
  const page = parsePageRequest(args, MAX_PAGE_SIZE, offsetOf(context, 'valuations'))
  const source = args.source == null ? null : parseSource(args.source)
  const { since, until } = parseSpan(args)
  const { access, row } = asset
  // Cursors of a walk without an end are those of the release before.
  const list = [boundTo(access), row.registry_id, source, since, ...(until ? [until] : [])]
  const cursors = cursorsOf(context, 'valuations', ...list)
  const query = {
    source,
    since,
    until,
    limit: page.first + 1,
    offset: page.offset,
    after: cursors.read(page.after, parseInstant, WORD),
  }
  const found = await asset.loaders.load(
    `valuations ${JSON.stringify(query)}`,
    row.registry_id,
    (ids) => readValuations(poolOf(context), access.visibility, ids, query),
  )
  const connection = createConnection(
    found?.entries ?? [],
    page,
    ([, , source, valuedAt]) => cursors.write([formatInstant(valuedAt), source]),
    (row) => toValuation(row, access.currency),
  )
  return { ...connection, count: async () => found?.total ?? 0 }
}

function toValuation([id, amount, source, valuedAt]: ValuationRow, currency: string) {
  return { id, source, valuedAt: formatInstant(valuedAt), value: toMoney(amount, currency) }
}

function parseSpan({ since, until }: ValuationArgs) {
  if (since && until && since >= until)
    throw invalidParameter('since takes an instant before until.')
  return { since: since ?? null, until: until ?? null }
}
