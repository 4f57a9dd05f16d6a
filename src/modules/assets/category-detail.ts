import { z } from 'zod'
import { CATEGORIES, type Category } from '../../access/categories.ts'
import { decimal, fraction, list, members, text, whole, year } from './import-validators.ts'

const line = text(0, 500)
const count = whole(0, Number.MAX_SAFE_INTEGER)
const measure = decimal(6)
const yesOrNo = z.boolean('true or false')
const attributes = z
  // A record ignores a member called __proto__; here no member may be dropped silently.
  .custom((value) => !isObject(value) || !Object.hasOwn(value, '__proto__'), 'a name but __proto__')
  .pipe(z.record(text(1, 100), line, 'an object of texts, its names of 1 to 100 characters'))

/** What each category's detail may hold, in the order it is shown; every member may be absent. */
export const CATEGORY_DETAIL_MEMBERS = {
  precious_metals: {
    metal: line,
    form: line,
    purity: fraction,
    gross_weight_g: measure,
    mint: line,
    serial_number: line,
  },
  watches: {
    brand: line,
    model: line,
    reference: line,
    serial_number: line,
    year,
    movement: line,
    case_material: line,
    box: yesOrNo,
    papers: yesOrNo,
  },
  jewelry: {
    kind: line,
    brand: line,
    metal: line,
    purity: fraction,
    stones: list(detail({ stone: line, carat: measure, cut: line, color: line, clarity: line })),
  },
  gemstones: {
    stone: line,
    carat: measure,
    cut: line,
    color: line,
    clarity: line,
    certification: detail({ lab: line, number: line }),
  },
  art: {
    creators: list(line),
    date: line,
    medium: line,
    dimensions: line,
    edition: line,
    signed: yesOrNo,
  },
  antiques: { maker: line, period: line, origin: line, material: line, dimensions: line },
  coins: {
    country: line,
    denomination: line,
    year,
    mint: line,
    metal: line,
    grade: line,
    grading_service: line,
    certification_number: line,
  },
  wine: {
    producer: line,
    vintage: line,
    region: line,
    varietal: line,
    bottle_size_ml: count,
    bottles: count,
  },
  vehicles: { make: line, model: line, year, vin: line, mileage_km: count, engine: line },
  books: { author: line, publisher: line, year, edition: line, language: line },
  musical_instruments: { maker: line, model: line, year, serial_number: line },
  fashion: { brand: line, model: line, size: line, material: line, year },
  collectibles: { maker: line, series: line, year, grade: line },
  real_estate: { address: line, country: line, area_m2: measure, year_built: year, tenure: line },
  other: { attributes },
} as const satisfies Record<Category, z.ZodRawShape>

const SCHEMAS = Object.fromEntries(
  CATEGORIES.map((category) => {
    const type = z.literal(category, `${category}, the category of the asset`)
    return [category, detail({ type, ...CATEGORY_DETAIL_MEMBERS[category] })]
  }),
) as Record<Category, ReturnType<typeof detail>>

/** A category's detail as it is stored: its `type` is the slug, decimals are exact texts. */
export type CategoryDetail = { type: Category } & Record<string, unknown>

/** A detail, or what is wrong with it: where, and what is accepted there. */
export type ParsedDetail =
  | { success: true; data: CategoryDetail }
  | { success: false; issues: z.core.$ZodIssue[] }

/**
 * The detail that a source provides for an asset of this category. Members that are null are absent;
 * `type` can only be the slug of the category.
 */
export function parseCategoryDetail(category: Category, given: unknown): ParsedDetail {
  const parsed = SCHEMAS[category].safeParse(given ?? {})
  if (!parsed.success) return { success: false, issues: parsed.error.issues }
  return { success: true, data: { ...parsed.data, type: category } }
}

function detail(shape: z.ZodRawShape) {
  const optional = Object.entries(shape).map(([name, value]) => [name, z.nullish(value)])
  return members(Object.fromEntries(optional)).transform(withoutNulls)
}

function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  const present: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) if (member != null) present[name] = member
  return present
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
