import { daysAfter, formatDate, yearsAfter } from './dates.ts'
import type { DemoAsset } from './demo-asset.ts'
import { parseTable } from './parse-table.ts'
import type { Random } from './random.ts'
import type { Ownership } from './valuations.ts'

// `fraction`: the part of the category's assets that has the document. `years`: how long the document is valid.
const DOCUMENTS = parseTable(
  ['category', 'type', 'title', 'issuer', 'fraction', 'years'],
  `
precious_metals | invoice | Purchase invoice | Bullion dealer | .9 | -
precious_metals | certificate_of_authenticity | Assay certificate | Refinery assay office | .6 | -
precious_metals | storage_record | Vault statement, {year} | Vault operator | .7 | 1
precious_metals | insurance_policy | Insurance schedule, {year} | Specie insurer | .5 | 1
precious_metals | appraisal | Appraisal, {year} | Independent assayer | .6 | 3
watches | invoice | Purchase invoice | Watch dealer | .7 | -
watches | warranty | Manufacturer’s warranty card | Authorised dealer | .5 | 5
watches | service_record | Service report, {year} | Manufacturer’s service centre | .6 | -
watches | appraisal | Appraisal, {year} | Independent watch appraiser | .5 | 3
watches | insurance_policy | Insurance schedule, {year} | Fine art and specie insurer | .4 | 1
watches | photograph | Photograph of case and movement | - | .6 | -
watches | certificate_of_authenticity | Extract from the archives | Manufacturer | .3 | -
jewelry | appraisal | Appraisal, {year} | Independent jewellery appraiser | .8 | 3
jewelry | invoice | Purchase invoice | Jeweller | .5 | -
jewelry | grading_report | Stone report, {year} | Gemmological laboratory | .4 | -
jewelry | insurance_policy | Insurance schedule, {year} | Fine art and specie insurer | .6 | 1
jewelry | photograph | Photograph on grey | - | .7 | -
gemstones | grading_report | Laboratory report, {year} | Gemmological laboratory | .8 | -
gemstones | invoice | Purchase invoice | Stone dealer | .7 | -
gemstones | appraisal | Appraisal, {year} | Independent gem appraiser | .4 | 3
gemstones | insurance_policy | Insurance schedule, {year} | Fine art and specie insurer | .4 | 1
gemstones | photograph | Photograph, face up | - | .6 | -
art | provenance | Provenance, as far as known | Gallery | .6 | -
art | certificate_of_authenticity | Certificate of authenticity | Publisher of the edition | .5 | -
art | condition_report | Condition report, {year} | Paper conservator | .6 | -
art | appraisal | Appraisal, {year} | Independent fine art appraiser | .7 | 3
art | invoice | Invoice | Gallery | .5 | -
art | insurance_policy | Insurance schedule, {year} | Fine art and specie insurer | .6 | 1
art | photograph | Photograph, recto and verso | - | .8 | -
antiques | appraisal | Appraisal, {year} | Independent antiques appraiser | .6 | 3
antiques | provenance | Provenance, as far as known | Antiques dealer | .4 | -
antiques | condition_report | Condition report, {year} | Furniture conservator | .4 | -
antiques | photograph | Photograph | - | .6 | -
antiques | invoice | Invoice | Antiques dealer | .6 | -
coins | grading_report | Grading report | Grading service | .7 | -
coins | invoice | Invoice | Coin dealer | .7 | -
coins | photograph | Obverse and reverse | - | .6 | -
coins | appraisal | Appraisal, {year} | Independent numismatist | .3 | 3
wine | invoice | Invoice | Wine merchant | .8 | -
wine | storage_record | Cellar statement, {year} | Bonded warehouse | .8 | 1
wine | provenance | Provenance letter | Wine merchant | .4 | -
wine | condition_report | Bottle inspection, {year} | Bonded warehouse | .2 | -
wine | appraisal | Appraisal, {year} | Independent wine appraiser | .6 | 3
vehicles | registration | Registration certificate | Vehicle registration authority | .9 | -
vehicles | title_deed | Certificate of title | Vehicle registration authority | .7 | -
vehicles | service_record | Service history | Marque specialist | .8 | -
vehicles | insurance_policy | Agreed value policy, {year} | Classic car insurer | .7 | 1
vehicles | appraisal | Appraisal, {year} | Independent motor engineer | .5 | 3
vehicles | invoice | Bill of sale | Classic car dealer | .8 | -
books | condition_report | Collation and condition, {year} | Antiquarian bookseller | .5 | -
books | invoice | Invoice | Antiquarian bookseller | .6 | -
books | appraisal | Appraisal, {year} | Independent book appraiser | .4 | 3
books | provenance | Bookplates and provenance | Antiquarian bookseller | .4 | -
books | photograph | Photograph of title page and binding | - | .5 | -
musical_instruments | certificate_of_authenticity | Certificate of the maker’s hand | Luthier | .5 | -
musical_instruments | appraisal | Appraisal, {year} | Independent instrument appraiser | .7 | 3
musical_instruments | insurance_policy | Instrument policy, {year} | Instrument insurer | .6 | 1
musical_instruments | service_record | Workshop record, {year} | Instrument workshop | .4 | -
musical_instruments | invoice | Invoice | Instrument dealer | .6 | -
musical_instruments | photograph | Photograph | - | .7 | -
fashion | invoice | Receipt | Boutique | .6 | -
fashion | certificate_of_authenticity | Authentication | Authentication service | .5 | -
fashion | photograph | Photograph | - | .7 | -
fashion | appraisal | Appraisal, {year} | Independent fashion appraiser | .6 | 3
collectibles | grading_report | Grading report | Grading service | .5 | -
collectibles | certificate_of_authenticity | Expert’s certificate | Philatelic expert | .3 | -
collectibles | photograph | Photograph | - | .6 | -
collectibles | invoice | Invoice | Specialist dealer | .7 | -
collectibles | appraisal | Appraisal, {year} | Independent appraiser | .6 | 3
real_estate | title_deed | Title deed | Land registry | .9 | -
real_estate | appraisal | Valuation report, {year} | Chartered surveyor | .8 | 5
real_estate | insurance_policy | Buildings policy, {year} | Property insurer | .9 | 1
real_estate | registration | Land register extract, {year} | Land registry | .6 | -
real_estate | photograph | Photograph from the street | - | .8 | -
other | appraisal | Appraisal, {year} | Independent appraiser | .4 | 3
other | photograph | Photograph | - | .6 | -
other | invoice | Invoice | Seller | .5 | -
`,
)

/** The types of documents that are issued at the purchase. All others are issued later. */
const ISSUED_AT_PURCHASE = ['invoice', 'warranty', 'certificate_of_authenticity', 'title_deed']

type History = Pick<Ownership, 'acquired' | 'inherited' | 'now'>

export interface DemoDocument {
  type: string
  title: string
  issuer?: string
  issuedOn: string
  expiresOn?: string
  fileSize: number
}

/** Creates random documents for an asset, at most one of each type. */
export function createDocuments(
  asset: DemoAsset,
  history: History,
  random: Random,
): DemoDocument[] {
  const { acquired, inherited, now } = history
  const days = (now.getTime() - acquired.getTime()) / 86_400_000
  return DOCUMENTS.filter(({ category }) => category === asset.category)
    .filter(({ type }) => !(inherited && type === 'invoice'))
    .filter(({ fraction }) => random.chance(Number(fraction)))
    .map(({ type, title, issuer, years }) => {
      const delay = ISSUED_AT_PURCHASE.includes(type) ? 0 : days * (1 - random.between(0, 1) ** 2)
      const issued = daysAfter(acquired, delay)
      return {
        type,
        title: title.replace('{year}', String(issued.getUTCFullYear())),
        ...(issuer !== '-' && { issuer }),
        issuedOn: formatDate(issued),
        ...(years !== '-' && { expiresOn: formatDate(yearsAfter(issued, Number(years))) }),
        fileSize: random.integer(38_000, type === 'photograph' ? 9_400_000 : 2_600_000),
      }
    })
}
