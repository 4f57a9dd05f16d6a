import { z } from 'zod'
import { CATEGORIES, CATEGORY_CODES, findCategory } from '../access/categories.ts'
import { parseCategoryDetail } from '../modules/assets/category-detail.ts'
import {
  date,
  instant,
  list,
  members,
  money,
  percentage,
  quantity,
  text,
  whole,
  word,
} from '../modules/assets/import-validators.ts'
import { pathOf } from './bad-lines.ts'

const name = text(1, 500)
const shortText = text(0, 500).nullish()
const longText = text(0, 20_000).nullish()
const score = whole(0, 100).nullish()
const CATEGORY = `one of ${CATEGORIES.map((slug) => `${slug} (${CATEGORY_CODES[slug]})`).join(', ')}`

const category = z.string(CATEGORY).transform((stated, context) => {
  const found = findCategory(stated)
  if (found) return found
  context.addIssue(CATEGORY)
  return z.NEVER
})

const heir = members({ name, relationship: shortText, share_percent: percentage })
const shareLink = members({ label: name, expires_at: instant.nullish() })
const scan = members({ scanned_at: instant, method: word, result: word })

const asset = members({
  type: z.literal('asset'),
  ref: name,
  title: name,
  category,
  quantity: quantity.nullish(),
  market_value: money.nullish(),
  valued_at: instant.nullish(),
  purchase_price: money.nullish(),
  insurance_value: money.nullish(),
  description: longText,
  notes: longText,
  seller: shortText,
  storage_location: shortText,
  collections: list(name).nullish(),
  category_detail: z.unknown().optional(),
  internal_notes: longText,
  heirs: list(heir).nullish(),
  share_links: listOfDistinct(shareLink, ({ label }) => label, 'no label more than once'),
  readiness: members({ score, gaps: list(name).nullish() }).nullish(),
  verification: members({
    status: word.nullish(),
    risk_score: score,
    tamper_state: word.nullish(),
    scans: listOfDistinct(
      scan,
      (stated) => `${stated.scanned_at} ${stated.method}`,
      'no method more than once at one instant',
    ),
  }).nullish(),
  created_at: instant.nullish(),
})
  .refine(({ market_value, valued_at }) => market_value != null || valued_at == null, {
    path: ['valued_at'],
    error: 'a valued_at only beside a market_value',
  })
  .transform((stated, context) => {
    const detail = parseCategoryDetail(stated.category, stated.category_detail)
    // Assigned, since copying a record of twenty members takes as long as checking it.
    if (detail.success) return Object.assign(stated, { category_detail: detail.data })
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

/** One record of an import. */
export const record = z.discriminatedUnion(
  'type',
  [collection, asset, valuation, document, removal],
  {
    error: ({ code }: { code: string }) =>
      code === 'invalid_type'
        ? 'one JSON object per line'
        : 'one of collection, asset, valuation, document, removal',
  },
)

export type ImportRecord = z.output<typeof record>
export type AssetRecord = z.output<typeof asset>

function listOfDistinct<Item extends z.ZodType>(
  item: Item,
  identity: (item: z.output<Item>) => string,
  accepted: string,
) {
  return list(item)
    .refine((items) => new Set(items.map(identity)).size === items.length, accepted)
    .nullish()
}
