import type { AssetFilterType } from '../../access/asset-filter.ts'
import { invalidParameter } from '../../errors.ts'
import { writeAgreedLines } from '../../values/agreed-lines.ts'
import {
  CONSENT_LANGUAGE,
  categoriesInWords,
  scopesInWords,
  type Terms,
} from '../grants/grant-terms.ts'

/** The terms that a client agrees to, with the names in the sentence. */
export interface NamedTerms extends Terms {
  readonly client: string
  readonly firm: string
  readonly key: string
  /** The purpose in the words of the firm. Null: none is recorded. */
  readonly purpose: string | null
  /** The firm's own id of the client. Null: the firm gave none. */
  readonly reference: string | null
  /** The name of the collection in the filter. Null for other filters, and in the firm's version of the sentence. */
  readonly collection: string | null
}

const LIST = new Intl.ListFormat(CONSENT_LANGUAGE)
const MAX_ZONE_LENGTH = 64

/**
 * Writes the consent, in lines: who sees which assets, which data of each, for what purpose, and until when. It is
 * written only here: the shown and the stored sentence are the same. Throws `invalid_parameter` for an unknown zone.
 */
export function writeConsentSentence(terms: NamedTerms, timeZone: string): string {
  const { client, firm, key, scopes, purpose, reference, collection, expiresAt } = terms
  return writeAgreedLines('agreement', [
    ['Client', client],
    ['Firm', firm],
    ['Key of the firm', key],
    ...(reference === null ? [] : [['The firm knows the client as', reference] as const]),
    ['Assets', ASSETS[terms.filterType](terms)],
    ...(collection === null ? [] : [['Collection', collection] as const]),
    ['Of each asset', scopesInWords(scopes)],
    purpose === null
      ? ['Purpose', 'None is recorded']
      : ['Purpose, as stated by the firm', purpose],
    ['End', expiresAt === null ? NO_END : formatEnd(expiresAt, timeZone)],
  ])
}

const NO_END = 'No end date. The access lasts until the client revokes it'

/** The assets that each type of filter shows, and whether it shows assets that are added later. */
const ASSETS: Readonly<Record<AssetFilterType, (terms: NamedTerms) => string>> = {
  all: () => 'All assets of the portfolio, including those added to it later',
  category: ({ filterValues }) => {
    const names = LIST.format(categoriesInWords(filterValues))
    return filterValues.length === 1
      ? `All assets in the category ${names}, including those added to it later`
      : `All assets in the categories ${names}, including those added to them later`
  },
  items: ({ filterValues: { length } }) =>
    length === 1
      ? 'One chosen asset, and none that is added later'
      : `${length.toLocaleString(CONSENT_LANGUAGE)} chosen assets, and none that are added later`,
  collection: () => 'All assets in one collection, including those added to it later',
}

function formatEnd(instant: Date, timeZone: string): string {
  return `${endFormat(timeZone).format(instant)}, or earlier when the client revokes the access`
}

function endFormat(timeZone: string): Intl.DateTimeFormat {
  try {
    if (timeZone.length > MAX_ZONE_LENGTH) throw new RangeError('too long')
    return new Intl.DateTimeFormat('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
      timeZone,
    })
  } catch (thrown) {
    if (!(thrown instanceof RangeError)) throw thrown
    throw invalidParameter('timeZone takes the name of a time zone, such as Europe/Lisbon.')
  }
}
