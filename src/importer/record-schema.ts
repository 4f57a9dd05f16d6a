import { z } from 'zod'
import { CATEGORY_DETAIL_SCHEMAS } from '../modules/assets/category-detail.ts'
import {
  date,
  instant,
  LINE,
  members,
  money,
  onceGood,
  text,
  whole,
  word,
} from '../modules/assets/import-validators.ts'
import { MAX_TEXT } from '../values/text-rules.ts'
import { assetMembers, ref, shortText, title } from './asset-members.ts'
import { pathsOf } from './bad-members.ts'
import { type Clock, endsAfter, type Happened, happenedBy } from './time-rules.ts'

function assetSchema(happened: Happened) {
  return members({ type: z.literal('asset'), ref, ...assetMembers(happened) })
    .refine(({ market_value, valued_at }) => market_value != null || valued_at == null, {
      path: ['valued_at'],
      error: 'a valued_at only with a market_value',
      ...onceGood('market_value', 'valued_at'),
    })
    .superRefine((given, context) => {
      const detail = CATEGORY_DETAIL_SCHEMAS[given.category].safeParse(given.category_detail ?? {})
      // Changes the record in place, because copying twenty members takes as long as checking them.
      if (detail.success) given.category_detail = detail.data
      else
        for (const issue of detail.error.issues) {
          for (const path of pathsOf(issue)) {
            const message = issue.message
            context.addIssue({ code: 'custom', path: ['category_detail', ...path], message })
          }
        }
    }, onceGood('category'))
}

const collection = members({
  type: z.literal('collection'),
  ref,
  name: text(1, MAX_TEXT, LINE),
})

const valuationSchema = (happened: Happened) =>
  members({
    type: z.literal('valuation'),
    asset: ref,
    value: money,
    source: word('source'),
    valued_at: happened.instant,
  })

const documentSchema = (happened: Happened) =>
  members({
    type: z.literal('document'),
    asset: ref,
    ref,
    document_type: word('document_type'),
    title,
    issuer: shortText,
    issued_on: happened.date.nullish(),
    expires_on: date.nullish(),
    file_size: whole(0, Number.MAX_SAFE_INTEGER).nullish(),
    file_path: text(0, 1_000).nullish(),
  }).refine(...endsAfter('issued_on', 'expires_on'))

const removal = members({ type: z.literal('removal'), asset: ref })

// Accepts instants in the future, because an earlier release accepted valuations with such an instant.
const valuationRemoval = members({
  type: z.literal('valuation_removal'),
  asset: ref,
  source: word('source'),
  valued_at: instant,
})

const documentRemoval = members({ type: z.literal('document_removal'), ref })

const TYPES =
  'one of collection, asset, valuation, document, removal, valuation_removal, document_removal'

export function recordSchema(clock: Clock) {
  const happened = happenedBy(clock)
  const stating = [
    assetSchema(happened),
    valuationSchema(happened),
    documentSchema(happened),
  ] as const
  return z.discriminatedUnion(
    'type',
    [collection, ...stating, removal, valuationRemoval, documentRemoval],
    {
      error: ({ code }: { code: string }) =>
        code === 'invalid_type' ? 'one JSON object per line' : TYPES,
    },
  )
}

export type RecordSchema = ReturnType<typeof recordSchema>
export type ImportRecord = z.output<RecordSchema>
export type AssetRecord = z.output<ReturnType<typeof assetSchema>>
