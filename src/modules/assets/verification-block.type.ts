import type pg from 'pg'
import { visibleOfIds } from '../../access/asset-filter.sql.ts'
import { isText, rowReader } from '../../access/rows.ts'
import type { Visibility } from '../../access/visibility.ts'
import { Params, readRows } from '../../database/statement.ts'
import { invalidParameter } from '../../errors.ts'
import { builder, type Context, instant, poolOf } from '../../schema/builder.ts'
import { narrower, openList, PERCENT } from '../../values/json.ts'
import { KNOWN_WORDS } from '../../values/known-words.ts'
import { MAX_SCANS, NEWEST_SCANS } from '../../values/page-size.ts'
import type { Asset } from './asset.type.ts'
import { EMPTY, readHistory, readVerification, type Scan } from './stored-blocks.ts'

type ScanOf = Scan & { readonly assetId: string }

const ScanType = builder.objectRef<ScanOf>('Scan').implement({
  description: 'One scan of the asset or of its tag.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the asset, the instant and the method together.',
      resolve: ({ assetId, scanned_at, method }) => `${assetId}:${scanned_at}:${method}`,
    }),
    scannedAt: instant(t, 'scanned_at', 'The instant of the scan.'),
    method: t.exposeString('method', {
      description: 'How it was scanned, as a snake_case word. An open list.',
      ...narrower(openList(KNOWN_WORDS.method)),
    }),
    result: t.exposeString('result', {
      description: 'The result, as a snake_case word. An open list.',
      ...narrower(openList(KNOWN_WORDS.result)),
    }),
  }),
})

type Verification = ReturnType<typeof toVerification>

export const VerificationType = builder.objectRef<Verification>('AssetVerification').implement({
  description: 'The result of authenticity checks.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and the block together.' }),
    status: t.exposeString('status', {
      description: 'A snake_case word, such as verified. An open list.',
      ...narrower(openList(KNOWN_WORDS.status)),
      nullable: true,
    }),
    riskScore: t.exposeInt('risk_score', {
      nullable: true,
      description: '0, no risk, to 100.',
      ...narrower(PERCENT),
    }),
    tamperState: t.exposeString('tamper_state', {
      description: 'A snake_case word, such as intact. An open list.',
      ...narrower(openList(KNOWN_WORDS.tamper_state)),
      nullable: true,
    }),
    scanCount: t.exposeInt('scan_count', { description: 'How many scans there are.' }),
    scans: t.field({
      type: [ScanType],
      nullable: true,
      description:
        'Newest first. REST returns the ten newest of each asset in a list, and all of an asset that is read alone, up to 1,000.',
      args: {
        first: t.arg.int({
          description: `1 to ${MAX_SCANS}, ${NEWEST_SCANS} by default. Against the rate limit, those past ${NEWEST_SCANS} count as objects.`,
        }),
      },
      extensions: { includedLength: NEWEST_SCANS, jsonSchema: { maxItems: MAX_SCANS } },
      resolve: listScans,
    }),
  }),
})

/** The members of the block. `scans` are the newest. */
export function toVerification(asset: Asset) {
  const { id, verification } = asset.row
  return { asset, id: `${id}:verification`, ...readVerification(verification) }
}

/** The text of the block. An asset that was read alone has all its scans. */
export function verificationText({ row }: Asset): string {
  const text = row.verification ?? EMPTY.verification
  if (row.history == null) return text
  return `${text.slice(0, text.indexOf(SCANS) + SCANS.length)}${row.history}}`
}

// It is not in a text of the block: the quotes of such a text are escaped.
const SCANS = ',"scans":'

// The newest scans are in the block. More are read for the whole page. Only then is the result a promise.
function listScans(
  verification: Verification,
  { first }: { readonly first?: number | null | undefined },
  context: Context,
): ScanOf[] | Promise<ScanOf[]> {
  const most = first ?? NEWEST_SCANS
  if (most < 1 || most > MAX_SCANS) throw invalidParameter(`first takes 1 to ${MAX_SCANS}.`)
  const { asset, scans, scan_count } = verification
  const give = (found: readonly Scan[]) => found.map((scan) => ({ ...scan, assetId: asset.id }))
  return Math.min(most, scan_count) > scans.length
    ? readMoreScans(asset, most, context).then(give)
    : give(scans.slice(0, most))
}

async function readMoreScans({ row, access, loaders }: Asset, most: number, context: Context) {
  const history =
    row.history ??
    (await loaders.load(`scans ${most}`, row.registry_id, (ids) =>
      readHistories(poolOf(context), access.visibility, ids, most),
    ))
  return history == null ? [] : readHistory(history, most)
}

const readHistoryRow = rowReader('asset_scans', { registry_id: isText, history: isText })

// A scan is not longer: its method and its result are words.
const MAX_SCAN_LENGTH = 200

// For each asset that has more scans than its block shows, the beginning of the text of all its scans, by registry id, in
// one statement. It has the newest `most` of them. Assets outside the visibility have none.
async function readHistories(
  pool: pg.Pool,
  visibility: Visibility,
  registryIds: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, string>> {
  const params = new Params()
  const text = `SELECT s.registry_id, left(s.history, ${params.add(most * MAX_SCAN_LENGTH)}::int) AS history
     FROM ${visibleOfIds(visibility, registryIds, params)}
     JOIN asset_scans s ON s.client_id = ${params.add(visibility.clientId)} AND s.registry_id = a.registry_id`
  const rows = await readRows(pool, text, params.values, 'scans')
  return new Map(rows.map(readHistoryRow).map(({ registry_id, history }) => [registry_id, history]))
}
