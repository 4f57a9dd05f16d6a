import { z } from 'zod'
import { CATEGORIES, CATEGORY_CODES, findCategory } from '../access/categories.ts'
import {
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
import { mergeAll } from '../values/intersection.ts'
import { MAX_SCANS } from '../values/page-size.ts'
import { MAX_LONG_TEXT, MAX_TEXT } from '../values/text.ts'
import type { ColumnScope } from './merge-sql.ts'

/** What an asset record contains of one block of the asset. */
interface ImportedBlock {
  readonly members: z.ZodRawShape
  /**
   * The columns of `assets` that come from the members, with their types in the staging table. A column
   * that is not named like a member gets its value in `stage.ts`.
   */
  readonly columns: Readonly<Record<string, string>>
}

export const name = text(1, MAX_TEXT)
export const shortText = text(0, MAX_TEXT).nullish()
const longText = text(0, MAX_LONG_TEXT).nullish()
const score = whole(0, 100).nullish()
const TEXT = 'text COLLATE "C"'
const MONEY = 'numeric(24,4)'
const INSTANT = 'timestamptz(3)'

const CATEGORY = `one of ${CATEGORIES.map((slug) => `${slug} (${CATEGORY_CODES[slug]})`).join(', ')}`
const category = z.string(CATEGORY).transform((given, context) => {
  const found = findCategory(given)
  if (found) return found
  context.addIssue(CATEGORY)
  return z.NEVER
})

const heir = members({ name, relationship: shortText, share_percent: percentage })
// A link is revoked or not: a revocation at a later instant would be a change that no import makes.
const past = instant.refine(
  (value) => Date.parse(value) <= Date.now(),
  'an instant that is not in the future',
)
const shareLink = members({
  label: name,
  created_at: instant.nullish(),
  expires_at: instant.nullish(),
  revoked_at: past.nullish(),
})
const scan = members({ scanned_at: instant, method: word, result: word })

/** What an asset record contains, by the scope that shows it; `private` is shown by none (P0, or ours alone). */
const BLOCKS = {
  registry: {
    members: { title: name, category, quantity: quantity.nullish(), created_at: instant.nullish() },
    columns: { title: TEXT, category: 'category', quantity: 'numeric(24,6)', created_at: INSTANT },
  },
  valuation: {
    members: {
      market_value: money.nullish(),
      valued_at: instant.nullish(),
      purchase_price: money.nullish(),
      insurance_value: money.nullish(),
    },
    columns: {
      market_value: MONEY,
      valued_at: INSTANT,
      purchase_price: MONEY,
      insurance_value: MONEY,
    },
  },
  detail: {
    members: {
      description: longText,
      notes: longText,
      seller: shortText,
      storage_location: shortText,
      collections: list(name).nullish(),
    },
    columns: { description: TEXT, notes: TEXT, seller: TEXT, storage_location: TEXT },
  },
  category_detail: {
    // Checked against its category, once that is known.
    members: { category_detail: z.unknown().optional() },
    columns: { category_detail: 'jsonb' },
  },
  // Documents are records of their own.
  documentation: { members: {}, columns: {} },
  estate: {
    members: {
      heirs: list(heir).nullish(),
      share_links: listOfDistinct(shareLink, ({ label }) => label, 'no label more than once'),
      readiness: members({ score, gaps: list(name).nullish() }).nullish(),
    },
    columns: { readiness_score: 'integer', readiness_gaps: 'text[] COLLATE "C"' },
  },
  verification: {
    members: {
      verification: members({
        status: word.nullish(),
        risk_score: score,
        tamper_state: word.nullish(),
        scans: listOfDistinct(
          scan,
          (each) => `${each.scanned_at} ${each.method}`,
          'no method more than once at one instant',
          MAX_SCANS,
        ),
      }).nullish(),
    },
    columns: { verification_status: TEXT, risk_score: 'integer', tamper_state: TEXT },
  },
  private: {
    members: { internal_notes: longText },
    columns: { internal_notes: TEXT, value_follows: 'boolean', date_follows: 'boolean' },
  },
} as const satisfies Record<ColumnScope, ImportedBlock>

type Block = (typeof BLOCKS)[keyof typeof BLOCKS]
const ALL: readonly Block[] = Object.values(BLOCKS)

/** The members of an asset record, beside its type and ref. */
export const ASSET_MEMBERS = mergeAll<Block['members']>(ALL.map((block) => block.members))

/** The columns of `assets` that come from a record, with their types. */
export const ASSET_COLUMNS = mergeAll<Block['columns']>(ALL.map((block) => block.columns))

/** The names of those columns by the scope that shows them. Whether a value or its date follows others is not shown. */
export const COLUMNS_BY_SCOPE: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(BLOCKS).map(([scope, { columns }]) => [scope, Object.keys(columns)]),
)

function listOfDistinct<Item extends z.ZodType>(
  item: Item,
  identity: (item: z.output<Item>) => string,
  accepted: string,
  most = Number.POSITIVE_INFINITY,
) {
  return list(item)
    .refine((items) => items.length <= most, `at most ${most} entries`)
    .refine((items) => new Set(items.map(identity)).size === items.length, accepted)
    .nullish()
}
