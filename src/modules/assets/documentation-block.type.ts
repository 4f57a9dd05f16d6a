import { builder } from '../../schema/builder.ts'
import { narrower, PERCENT } from '../../values/json.ts'
import type { Asset } from './asset.type.ts'
import { completenessOf } from './completeness.ts'

interface Documentation {
  readonly id: string
  readonly documentCount: number
  readonly completenessScore: number
}

export const DocumentationType = builder.objectRef<Documentation>('AssetDocumentation').implement({
  description: 'How well the asset is documented.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Identifies the asset and the block together.' }),
    documentCount: t.exposeInt('documentCount', { description: 'The number of documents.' }),
    completenessScore: t.exposeInt('completenessScore', {
      description:
        'Percentage of the recommended types of document that are present, rounded down.',
      ...narrower(PERCENT),
    }),
  }),
})

/** The members of the block. */
export function toDocumentation({ row }: Asset): Documentation {
  return {
    id: `${row.id}:documentation`,
    documentCount: row.document_count ?? 0,
    completenessScore: completenessOf(row.category, row.document_types ?? []).score,
  }
}

/** The text of the block. */
export function documentationText(asset: Asset): string {
  const { documentCount: document_count, completenessScore: completeness_score } =
    toDocumentation(asset)
  return JSON.stringify({ document_count, completeness_score })
}
