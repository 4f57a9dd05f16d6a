import { z } from 'zod'
import { CATEGORIES, type Category } from '../../values/categories.ts'
import { isObject } from '../../values/json.ts'
import { MAX_TEXT } from '../../values/text-rules.ts'
import { decimal, fraction, list, members, text, whole, year } from './import-validators.ts'

const line = text(0, MAX_TEXT)
const count = whole(0, Number.MAX_SAFE_INTEGER)
const measure = decimal(6)
const yesOrNo = z.boolean('true or false')
const attributes = z
  // `z.record` ignores a member called __proto__, but no member may be dropped silently.
  .custom((value) => !isObject(value) || !Object.hasOwn(value, '__proto__'), 'a name but __proto__')
  .pipe(z.record(text(1, 100), line, 'an object of texts, its names of 1 to 100 characters'))
  .meta({ type: 'object', additionalProperties: { type: 'string', maxLength: MAX_TEXT } })

const yearOf = (what: string) => year.describe(`${what} Negative: BC, -440 is 440 BC.`)

const STONE = {
  stone: line.describe('The kind of stone, such as diamond.'),
  carat: measure.describe('The weight, in carats of 0.2 grams.'),
  cut: line.describe('The cut.'),
  color: line.describe('The color, or its grade.'),
  clarity: line.describe('The grade of clarity.'),
}

/** The members of each detail, as they are shown, in order. Their descriptions are part of the REST interface. */
export const CATEGORY_DETAIL_MEMBERS = {
  precious_metals: {
    metal: line.describe('The metal, such as gold.'),
    form: line.describe('Bar, coin, round or another form.'),
    purity: fraction.describe('The share of pure metal, 0 to 1.'),
    gross_weight_g: measure.describe('The weight with what is not metal, in grams.'),
    mint: line.describe('The maker.'),
    serial_number: line.describe('The number on it.'),
  },
  watches: {
    brand: line.describe('The maker.'),
    model: line.describe('The name of the model.'),
    reference: line.describe("The maker's reference of the model."),
    serial_number: line.describe('The number on it.'),
    year: yearOf('The year in which it was made.'),
    movement: line.describe('The caliber, or the kind of movement.'),
    case_material: line.describe('The material of the case.'),
    box: yesOrNo.describe('Whether the original box is present.'),
    papers: yesOrNo.describe('Whether the original papers are present.'),
  },
  jewelry: {
    kind: line.describe('Ring, necklace or another kind.'),
    brand: line.describe('The maker.'),
    metal: line.describe('The metal, such as platinum.'),
    purity: fraction.describe('The share of pure metal, 0 to 1.'),
    stones: list(detail(STONE)).describe('The stones that are set in it.'),
  },
  gemstones: {
    ...STONE,
    certification: detail({
      lab: line.describe('The laboratory.'),
      number: line.describe('The number of its report.'),
    }).describe('The report of a laboratory.'),
  },
  art: {
    creators: list(line).describe('The artists.'),
    date: line.describe('When it was made, in words, such as about 1890.'),
    medium: line.describe('The material and the technique.'),
    dimensions: line.describe('The size in words, with its units.'),
    edition: line.describe('The number within an edition.'),
    signed: yesOrNo.describe('Whether it is signed.'),
  },
  antiques: {
    maker: line.describe('The maker.'),
    period: line.describe('When it was made, in words.'),
    origin: line.describe('Where it was made.'),
    material: line.describe('The material.'),
    dimensions: line.describe('The size in words, with its units.'),
  },
  coins: {
    country: line.describe('The country that issued it.'),
    denomination: line.describe('The value on it, with its unit.'),
    year: yearOf('The year on it.'),
    mint: line.describe('Where it was struck.'),
    metal: line.describe('The metal, such as silver.'),
    grade: line.describe('The grade, such as MS 65.'),
    grading_service: line.describe('The service that graded it.'),
    certification_number: line.describe('The number of the grading.'),
  },
  wine: {
    producer: line.describe('The maker.'),
    vintage: line.describe('The year of the harvest, or NV.'),
    region: line.describe('Where it comes from.'),
    varietal: line.describe('The grapes.'),
    bottle_size_ml: count.describe('The content of one bottle, in millilitres.'),
    bottles: count.describe('The number of bottles.'),
  },
  vehicles: {
    make: line.describe('The maker.'),
    model: line.describe('The name of the model.'),
    year: yearOf('The year of the model.'),
    vin: line.describe('The vehicle identification number.'),
    mileage_km: count.describe('The distance driven, in kilometres.'),
    engine: line.describe('The engine, in words.'),
  },
  books: {
    author: line.describe('The author.'),
    publisher: line.describe('The publisher.'),
    year: yearOf('The year of this edition.'),
    edition: line.describe('The edition, such as first.'),
    language: line.describe('The language of the text.'),
  },
  musical_instruments: {
    maker: line.describe('The maker.'),
    model: line.describe('The name of the model.'),
    year: yearOf('The year in which it was made.'),
    serial_number: line.describe('The number on it.'),
  },
  fashion: {
    brand: line.describe('The maker.'),
    model: line.describe('The name of the model.'),
    size: line.describe('The size, with its system.'),
    material: line.describe('The material.'),
    year: yearOf('The year in which it was made.'),
  },
  collectibles: {
    maker: line.describe('The maker.'),
    series: line.describe('The series that it belongs to.'),
    year: yearOf('The year in which it was made.'),
    grade: line.describe('The grade of its condition.'),
  },
  real_estate: {
    address: line.describe('The postal address.'),
    country: line.describe('The country that it is in.'),
    area_m2: measure.describe('The area, in square metres.'),
    year_built: yearOf('The year in which it was built.'),
    tenure: line.describe('The right to it, such as freehold.'),
  },
  other: { attributes: attributes.describe('The statements of the source, as texts by name.') },
} as const satisfies Record<Category, z.ZodRawShape>

/**
 * The detail that a source provides for an asset of each category. Members that are null are absent; `type` must be the
 * slug of the category, and is added.
 */
export const CATEGORY_DETAIL_SCHEMAS = Object.fromEntries(
  CATEGORIES.map((category) => [category, detailOf(category)]),
) as Record<Category, ReturnType<typeof detailOf>>

function detailOf(category: Category) {
  const type = z.literal(category, `${category}, the category of the asset`)
  const given = optional({ type, ...CATEGORY_DETAIL_MEMBERS[category] })
  return given.transform((value) => ({ ...withoutNulls(value), type: category }))
}

function detail(shape: z.ZodRawShape) {
  return optional(shape).transform(withoutNulls)
}

function optional(shape: z.ZodRawShape) {
  const nullish = Object.entries(shape).map(([name, value]) => [name, z.nullish(value)])
  return members(Object.fromEntries(nullish))
}

function withoutNulls(value: Record<string, unknown>): Record<string, unknown> {
  const present: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(value)) if (member != null) present[name] = member
  return present
}
