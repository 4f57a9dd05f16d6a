import { builder } from '../../schema/builder.ts'
import type { AssetRow } from './asset.blocks.ts'

const ScanType = builder
  .objectRef<{ id: string; scannedAt: string; method: string; result: string }>('Scan')
  .implement({
    description: 'One scan of the asset or of its tag.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Of the asset, the instant and the method together.' }),
      scannedAt: t.expose('scannedAt', {
        description: 'The instant of the scan.',
        type: 'DateTime',
      }),
      method: t.exposeString('method', {
        description: 'How it was scanned, as a snake_case word. An open list.',
      }),
      result: t.exposeString('result', {
        description: 'What it found, as a snake_case word. An open list.',
      }),
    }),
  })

export const VerificationType = builder.objectRef<AssetRow>('AssetVerification').implement({
  description: 'The result of authenticity checks.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the asset.' }),
    status: t.string({
      description: 'A snake_case word, such as verified. An open list.',
      nullable: true,
      resolve: (row) => row.verification_status ?? null,
    }),
    riskScore: t.int({
      nullable: true,
      description: '0 to 100.',
      resolve: (row) => row.risk_score ?? null,
    }),
    tamperState: t.string({
      description: 'A snake_case word, such as intact. An open list.',
      nullable: true,
      resolve: (row) => row.tamper_state ?? null,
    }),
    scanCount: t.int({
      description: 'How many scans there are.',
      resolve: ({ scans }) => scans?.count ?? 0,
    }),
    scans: t.field({
      type: [ScanType],
      description:
        'Newest first: the ten newest of an asset in a list, all of one that is read alone, which are up to 1,000.',
      resolve: ({ id, scans }) =>
        (scans?.newest ?? []).map((scan) => ({
          ...scan,
          id: `${id}:${scan.scannedAt}:${scan.method}`,
        })),
    }),
  }),
})
