import { z } from 'zod'
import type { Scope } from '../access/scopes.ts'
import type { ColumnOf } from '../modules/assets/asset.blocks.ts'
import {
  instant,
  list,
  members,
  money,
  ONCE_ALL_ARE_GOOD,
  percentage,
  quantity,
  TITLE,
  text,
  whole,
  word,
} from '../modules/assets/import-validators.ts'
import { CATEGORIES, CATEGORY_CODES, findCategory } from '../values/categories.ts'
import { KNOWN_WORDS } from '../values/known-words.ts'
import { addDecimals, compareDecimals } from '../values/numbers.ts'
import { MAX_SCANS } from '../values/page-size.ts'
import { MAX_LONG_TEXT, MAX_TEXT } from '../values/text-rules.ts'
import type { ColumnScope } from './merge-sql.ts'
import { endsAfter, type Happened } from './time-rules.ts'

// The columns that no member states. An import sets or counts them itself.
type SetByImport =
  | 'registry_id'
  | 'id'
  | 'updated_at'
  | 'collections'
  | 'document_count'
  | 'document_types'
type Private = 'internal_notes' | 'value_follows' | 'date_follows'
type StatedColumn<Each extends ColumnScope> = Each extends Scope
  ? Exclude<ColumnOf<Each>, SetByImport>
  : Private

export const ref = text(1, MAX_TEXT)
export const title = text(1, MAX_TEXT, TITLE)
export const shortText = text(0, MAX_TEXT).nullish()
const longText = text(0, MAX_LONG_TEXT).nullish()
const score = whole(0, 100).nullish()
const TEXT = 'text COLLATE "C"'
const MONEY = 'numeric(24,4)'
const INSTANT = 'timestamptz(3)'

const CATEGORY = `one of ${CATEGORIES.map((slug) => `${slug} (${CATEGORY_CODES[slug]})`).join(', ')}`
const category = z
  .string(CATEGORY)
  .meta({ examples: [...CATEGORIES] })
  .transform((given, context) => {
    const found = findCategory(given)
    if (found) return found
    context.addIssue(CATEGORY)
    return z.NEVER
  })

const heir = members({ name: title, relationship: shortText, share_percent: percentage })
const heirs = list(heir).refine(
  (all) => compareDecimals(addDecimals(all.map((each) => each.share_percent)), '100') <= 0,
  { error: 'heirs with 100 percent at most, all together', ...ONCE_ALL_ARE_GOOD },
)

const shareLink = (happened: Happened) =>
  members({
    label: title,
    created_at: happened.instant.nullish(),
    expires_at: instant.nullish(),
    // Never in the future: the link would then change its state later, without an import.
    revoked_at: happened.past.nullish(),
  })
    .refine(...endsAfter('created_at', 'expires_at'))
    .refine(...endsAfter('created_at', 'revoked_at'))

const scan = (happened: Happened) =>
  members({ scanned_at: happened.instant, method: word('method'), result: word('result') })

/** The members of an asset record, without its type and ref, in the order of the scopes that show them. */
export function assetMembers(happened: Happened) {
  return {
    title,
    category,
    quantity: quantity.nullish(),
    created_at: happened.instant.nullish(),
    market_value: money.nullish(),
    valued_at: happened.instant.nullish(),
    purchase_price: money.nullish(),
    insurance_value: money.nullish(),
    description: longText,
    notes: longText,
    seller: shortText,
    storage_location: shortText,
    collections: list(ref).nullish(),
    // Checked later, when its category is known.
    category_detail: z.unknown().optional(),
    heirs: heirs.nullish(),
    share_links: listOfDistinct(
      shareLink(happened),
      ({ label }) => label,
      'no label more than once',
    ),
    readiness: members({
      score,
      gaps: list(title.meta({ examples: [...KNOWN_WORDS.gaps] })).nullish(),
    }).nullish(),
    verification: members({
      status: word('status').nullish(),
      risk_score: score,
      tamper_state: word('tamper_state').nullish(),
      scans: listOfDistinct(
        scan(happened),
        (each) => `${each.scanned_at} ${each.method}`,
        'no method more than once at one instant',
        MAX_SCANS,
      ),
    }).nullish(),
    internal_notes: longText,
  }
}

// The columns of `assets` that come from a record, with their types in the staging table, by the scope that shows them. No
// scope shows `private`: P0 data, and data for internal use. A column without a member of its name gets its value in
// `stage.ts`: the text of a block. Documents are separate records.
const COLUMNS = {
  registry: { title: TEXT, category: 'category', quantity: 'numeric(24,6)', created_at: INSTANT },
  valuation: {
    market_value: MONEY,
    valued_at: INSTANT,
    purchase_price: MONEY,
    insurance_value: MONEY,
  },
  detail: { detail: TEXT },
  category_detail: { category_detail: TEXT },
  documentation: {},
  estate: { estate: TEXT },
  verification: { verification: TEXT },
  private: { internal_notes: TEXT, value_follows: 'boolean', date_follows: 'boolean' },
} as const satisfies { [Each in ColumnScope]: Readonly<Record<StatedColumn<Each>, string>> }

/** The columns of `assets` that come from a record, with their types. */
export const ASSET_COLUMNS = {
  ...COLUMNS.registry,
  ...COLUMNS.valuation,
  ...COLUMNS.detail,
  ...COLUMNS.category_detail,
  ...COLUMNS.documentation,
  ...COLUMNS.estate,
  ...COLUMNS.verification,
  ...COLUMNS.private,
}

/** The names of those columns by the scope that shows them. No scope shows `value_follows` and `date_follows`. */
export const COLUMNS_BY_SCOPE: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(COLUMNS).map(([scope, columns]) => [scope, Object.keys(columns)]),
)

function listOfDistinct<Item extends z.ZodType>(
  item: Item,
  identity: (item: z.output<Item>) => string,
  accepted: string,
  most = Number.POSITIVE_INFINITY,
) {
  return list(item)
    .refine((items) => items.length <= most, `at most ${most} entries`)
    .refine((items) => new Set(items.map(identity)).size === items.length, {
      error: accepted,
      ...ONCE_ALL_ARE_GOOD,
    })
    .nullish()
}
