import { z } from 'zod'
import { parseCategoryDetail } from '../modules/assets/category-detail.ts'
import {
  date,
  instant,
  members,
  money,
  text,
  whole,
  word,
} from '../modules/assets/import-validators.ts'
import { ASSET_MEMBERS, name, shortText } from './asset-members.ts'
import { pathOf } from './bad-lines.ts'

const asset = members({ type: z.literal('asset'), ref: name, ...ASSET_MEMBERS })
  .refine(({ market_value, valued_at }) => market_value != null || valued_at == null, {
    path: ['valued_at'],
    error: 'a valued_at only beside a market_value',
  })
  .transform((given, context) => {
    const detail = parseCategoryDetail(given.category, given.category_detail)
    // Assigned, since copying a record of twenty members takes as long as checking it.
    if (detail.success) return Object.assign(given, { category_detail: detail.data })
    for (const issue of detail.issues) {
      const path = ['category_detail', ...pathOf(issue)]
      context.addIssue({ code: 'custom', path, message: issue.message })
    }
    return z.NEVER
  })

const collection = members({ type: z.literal('collection'), ref: name, name })

const valuation = members({
  type: z.literal('valuation'),
  asset: name,
  value: money,
  source: word,
  valued_at: instant,
})

const document = members({
  type: z.literal('document'),
  asset: name,
  ref: name,
  document_type: word,
  title: name,
  issuer: shortText,
  issued_on: date.nullish(),
  expires_on: date.nullish(),
  file_size: whole(0, Number.MAX_SAFE_INTEGER).nullish(),
  file_path: text(0, 1_000).nullish(),
})

const removal = members({ type: z.literal('removal'), asset: name })

const valuationRemoval = members({
  type: z.literal('valuation_removal'),
  asset: name,
  source: word,
  valued_at: instant,
})

const documentRemoval = members({ type: z.literal('document_removal'), ref: name })

/** One record of an import. */
export const record = z.discriminatedUnion(
  'type',
  [collection, asset, valuation, document, removal, valuationRemoval, documentRemoval],
  {
    error: ({ code }: { code: string }) =>
      code === 'invalid_type'
        ? 'one JSON object per line'
        : 'one of collection, asset, valuation, document, removal, valuation_removal, document_removal',
  },
)

export type ImportRecord = z.output<typeof record>
export type AssetRecord = z.output<typeof asset>
