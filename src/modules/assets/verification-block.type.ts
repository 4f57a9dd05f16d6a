import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { formatInstant } from '../../values/instant.ts'
import { narrower, openList, PERCENT } from '../../values/json-schema.ts'
import { MAX_SCANS, NEWEST_SCANS } from '../../values/page-size.ts'
import type { ScanRow } from './asset.related.ts'
import type { Asset } from './asset.type.ts'
import { readScans } from './scan.reads.ts'

interface Scan {
  readonly assetId: string
  readonly scannedAt: string
  readonly method: string
  readonly result: string
}

const ScanType = builder.objectRef<Scan>('Scan').implement({
  description: 'One scan of the asset or of its tag.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the asset, the instant and the method together.',
      resolve: ({ assetId, scannedAt, method }) => `${assetId}:${scannedAt}:${method}`,
    }),
    scannedAt: t.expose('scannedAt', {
      description: 'The instant of the scan.',
      type: 'DateTime',
    }),
    method: t.exposeString('method', {
      description: 'How it was scanned, as a snake_case word. An open list.',
      ...narrower(openList()),
    }),
    result: t.exposeString('result', {
      description: 'What it found, as a snake_case word. An open list.',
      ...narrower(openList()),
    }),
  }),
})

interface Verification {
  readonly asset: Asset
  readonly id: string
  readonly status: string | null
  readonly riskScore: number | null
  readonly tamperState: string | null
  readonly scanCount: number
}

export const VerificationType = builder.objectRef<Verification>('AssetVerification').implement({
  description: 'The result of authenticity checks.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and the block together.' }),
    status: t.exposeString('status', {
      description: 'A snake_case word, such as verified. An open list.',
      ...narrower(openList()),
      nullable: true,
    }),
    riskScore: t.exposeInt('riskScore', {
      nullable: true,
      description: '0, no risk, to 100.',
      ...narrower(PERCENT),
    }),
    tamperState: t.exposeString('tamperState', {
      description: 'A snake_case word, such as intact. An open list.',
      ...narrower(openList()),
      nullable: true,
    }),
    scanCount: t.exposeInt('scanCount', { description: 'How many scans there are.' }),
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

/** The members of the verification block. */
export function toVerification(asset: Asset): Verification {
  const { row } = asset
  return {
    asset,
    id: `${row.id}:verification`,
    status: row.verification_status ?? null,
    riskScore: row.risk_score ?? null,
    tamperState: row.tamper_state ?? null,
    scanCount: row.scans?.count ?? 0,
  }
}

// The newest scans were read with the asset. More are read for the whole page. Only then is the result a promise.
function listScans(
  { asset }: Verification,
  { first }: { readonly first?: number | null | undefined },
  context: Context,
): Scan[] | Promise<Scan[]> {
  const most = first ?? NEWEST_SCANS
  if (most < 1 || most > MAX_SCANS)
    throw new GatewayError('invalid_parameter', `first takes 1 to ${MAX_SCANS}.`)
  const { id, scans } = asset.row
  const known = scans?.newest ?? []
  if (Math.min(most, scans?.count ?? 0) > known.length) return readMoreScans(asset, most, context)
  return known.slice(0, most).map((scan) => toScan(id, scan))
}

async function readMoreScans(
  { row, access, loaders }: Asset,
  most: number,
  context: Context,
): Promise<Scan[]> {
  const rows = await loaders.loadRows(
    `scans ${most}`,
    row.registry_id,
    (ids) => readScans(poolOf(context), access.visibility, ids, most),
    (found) => found.registry_id,
  )
  return rows.map(({ scan }) => toScan(row.id, scan))
}

function toScan(assetId: string, [scannedAt, method, result]: ScanRow): Scan {
  return { assetId, scannedAt: formatInstant(scannedAt), method, result }
}
