import type { AssetFilterType } from '../../access/asset-filter.ts'
import { isCategory } from '../../access/categories.ts'
import { GatewayError } from '../../errors.ts'
import { CATEGORY_WORDS, CONSENT_LANGUAGE, SCOPE_WORDS } from './consent-words.ts'
import type { Terms } from './grant-terms.ts'

/** What a client agrees to, with the names that the sentence tells it by. */
export interface NamedTerms extends Terms {
  readonly client: string
  readonly firm: string
  readonly key: string
  /** As the firm stated it; null where none is recorded. */
  readonly purpose: string | null
  /** The name of the collection of the filter; null for another filter, and for the firm. */
  readonly collection: string | null
}

const LIST = new Intl.ListFormat(CONSENT_LANGUAGE)
const MAX_ZONE_LENGTH = 64

/**
 * What the client agrees to, in words: who sees which assets, what of each, for what purpose, and until
 * when. The only place where these words are put together: what a page shows is what is stored. The end
 * is told in the time zone, an IANA name. Throws `invalid_parameter` for an unknown time zone.
 */
export function writeConsentSentence(terms: NamedTerms, timeZone: string): string {
  const { client, firm, key, scopes, purpose, expiresAt } = terms
  return [
    `${client} lets ${firm} see, with the key ${quote(key)}, ${ASSETS[terms.filterType](terms)}.`,
    `Of each asset it sees: ${scopes.map((scope) => SCOPE_WORDS[scope]).join('; ')}.`,
    purpose === null
      ? 'No purpose is recorded.'
      : endSentence(`Purpose, as stated by ${firm}: ${quote(purpose)}`),
    expiresAt === null
      ? `The access has no end date: it lasts until ${client} revokes it.`
      : `The access ends on ${formatEnd(expiresAt, timeZone)}, or before that when ${client} revokes it.`,
  ].join(' ')
}

/** What each type of filter shows, and what of assets that are added later. */
const ASSETS: Readonly<Record<AssetFilterType, (terms: NamedTerms) => string>> = {
  all: () => 'all assets of the portfolio, including those added to it later',
  category: ({ filterValues }) => {
    const names = LIST.format(
      filterValues.map((slug) => (isCategory(slug) ? CATEGORY_WORDS[slug] : slug)),
    )
    return filterValues.length === 1
      ? `all assets in the category ${names}, including those added to it later`
      : `all assets in the categories ${names}, including those added to them later`
  },
  items: ({ filterValues: { length } }) =>
    length === 1
      ? 'one chosen asset, and none that is added later'
      : `${length.toLocaleString(CONSENT_LANGUAGE)} chosen assets, and none that are added later`,
  collection: ({ collection }) =>
    `all assets in ${collection === null ? 'one collection' : `the collection ${quote(collection)}`}, including those added to it later`,
}

// A quoted text could otherwise end its quotation and go on in the words of the sentence.
function quote(text: string): string {
  return `“${text.replaceAll(/[“”„‟«»"]/g, '’')}”`
}

// The purpose is a text of the firm, which may be a whole sentence.
function endSentence(text: string): string {
  return /[.!?…]”$/.test(text) ? text : `${text}.`
}

function formatEnd(instant: Date, timeZone: string): string {
  return createFormat(timeZone).format(instant)
}

function createFormat(timeZone: string): Intl.DateTimeFormat {
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
    throw new GatewayError(
      'invalid_parameter',
      'timeZone takes the name of a time zone, such as Europe/Lisbon.',
    )
  }
}
