import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { type Context, poolOf } from '../../schema/context.ts'
import { formatInstant } from '../../values/instant.ts'
import { narrower, openList, PERCENT } from '../../values/json-schema.ts'
import { MAX_SCANS, NEWEST_SCANS } from '../../values/page-size.ts'
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

export const VerificationType = builder.objectRef<Asset>('AssetVerification').implement({
  description: 'The result of authenticity checks.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the asset and the block together.',
      resolve: ({ row }) => `${row.id}:verification`,
    }),
    status: t.string({
      description: 'A snake_case word, such as verified. An open list.',
      ...narrower(openList()),
      nullable: true,
      resolve: ({ row }) => row.verification_status ?? null,
    }),
    riskScore: t.int({
      nullable: true,
      description: '0, no risk, to 100.',
      ...narrower(PERCENT),
      resolve: ({ row }) => row.risk_score ?? null,
    }),
    tamperState: t.string({
      description: 'A snake_case word, such as intact. An open list.',
      ...narrower(openList()),
      nullable: true,
      resolve: ({ row }) => row.tamper_state ?? null,
    }),
    scanCount: t.int({
      description: 'How many scans there are.',
      resolve: ({ row }) => row.scans?.count ?? 0,
    }),
    scans: t.field({
      type: [ScanType],
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

async function listScans(
  asset: Asset,
  { first }: { readonly first?: number | null | undefined },
  context: Context,
) {
  const most = first ?? NEWEST_SCANS
  if (most < 1 || most > MAX_SCANS)
    throw new GatewayError('invalid_parameter', `first takes 1 to ${MAX_SCANS}.`)
  const { id: assetId } = asset.row
  const scans = await newestScans(asset, most, context)
  return scans.map(([scannedAt, method, result]) => ({
    assetId,
    scannedAt: formatInstant(scannedAt),
    method,
    result,
  }))
}

async function newestScans({ row, access, loaders }: Asset, most: number, context: Context) {
  const { count = 0, newest } = row.scans ?? {}
  const known = newest ?? []
  if (Math.min(most, count) <= known.length) return known.slice(0, most)
  const rows = await loaders.loadRows(
    `scans ${most}`,
    row.registry_id,
    (ids) => readScans(poolOf(context), access.visibility, ids, most),
    (found) => found.registry_id,
  )
  return rows.map(({ scan }) => scan)
}
