import type { Environment } from '../generated/prisma/enums.ts'
import type { Category } from '../values/categories.ts'
import type { Heir } from './estate.ts'

type NonEmpty<T> = readonly [T, ...T[]]

/** A collection: a fraction of the owner's assets of some categories. */
interface CollectionPlan {
  ref: string
  name: string
  categories: readonly Category[]
  fraction: number
}

/** A client of the demo. All are fictional. */
export interface Owner {
  key: 'ashdown' | 'valcroze' | 'testwell'
  name: string
  email: string
  environment: Environment
  currency: string
  /** The fixed exchange rate of the demo: units of the currency per US dollar. */
  currencyPerUsd: number
  storageLocations: NonEmpty<string>
  sellers: NonEmpty<string>
  /** The ways in which an asset can be divided among heirs. */
  inheritancePlans: NonEmpty<readonly Heir[]>
  collections: NonEmpty<CollectionPlan>
}

const heir = (name: string, relationship: string, share_percent: number): Heir => ({
  name,
  relationship,
  share_percent,
})

const collection = (
  ref: string,
  name: string,
  fraction: number,
  categories: readonly Category[],
): CollectionPlan => ({ ref, name, fraction, categories })

export const ASHDOWN: Owner = {
  key: 'ashdown',
  name: 'Eleanor Ashdown',
  email: 'eleanor.ashdown@example.com',
  environment: 'production',
  currency: 'USD',
  currencyPerUsd: 1,
  storageLocations: [
    'Bank vault, Boston',
    'House, Vermont',
    'Fine art storage, New York',
    'Wine storage, Hartford',
  ],
  sellers: [
    'Auction, New York',
    'Dealer, Boston',
    'Dealer, London',
    'Private sale',
    'Online auction',
  ],
  inheritancePlans: [
    [heir('Thomas Ashdown', 'spouse', 100)],
    [heir('Clara Ashdown', 'daughter', 50), heir('Henry Ashdown', 'son', 50)],
    [
      heir('Clara Ashdown', 'daughter', 33.34),
      heir('Henry Ashdown', 'son', 33.33),
      heir('由紀 Ashdown', 'granddaughter', 33.33),
    ],
    [heir('Ashdown Family Trust', 'trust', 75), heir('Town library', 'charity', 25)],
  ],
  collections: [
    collection('bullion', 'Long-term bullion', 1, ['precious_metals']),
    collection('cellar', 'The cellar', 1, ['wine']),
    collection('paper', 'Works on paper', 0.8, ['art', 'books']),
    collection('heirlooms', 'Family heirlooms', 0.6, [
      'jewelry',
      'watches',
      'antiques',
      'books',
      'musical_instruments',
    ]),
    collection('insured', 'Insured for travel', 0.5, ['jewelry', 'watches']),
  ],
}

export const VALCROZE: Owner = {
  key: 'valcroze',
  name: 'Béatrice Valcroze',
  email: 'beatrice.valcroze@example.com',
  environment: 'production',
  currency: 'CHF',
  currencyPerUsd: 0.81,
  storageLocations: [
    'Coffre-fort, Genève',
    'Port franc, Genève',
    'Appartement, Lausanne',
    'Zollfreilager Zürich',
  ],
  sellers: ['Vente aux enchères, Genève', 'Händler, Zürich', 'Galerie, Paris', 'Vente privée'],
  inheritancePlans: [
    [heir('Anaïs Valcroze', 'daughter', 60), heir('Łukasz Valcroze', 'son_in_law', 40)],
    [heir('Anaïs Valcroze', 'daughter', 100)],
    [
      heir('Fondation Valcroze', 'foundation', 50),
      heir('Søren Valcroze', 'nephew', 37.5),
      heir('Zoë Valcroze', 'niece', 12.5),
    ],
  ],
  collections: [
    collection('coffre', 'Coffre de Genève', 0.9, ['precious_metals', 'coins']),
    collection('cave', 'Cave à vin', 1, ['wine']),
    collection('horlogerie', 'Horlogerie', 1, ['watches']),
    collection('leguer', 'À léguer', 0.35, [
      'watches',
      'art',
      'jewelry',
      'precious_metals',
      'books',
      'real_estate',
    ]),
  ],
}

export const TESTWELL: Owner = {
  key: 'testwell',
  name: 'Robin Testwell',
  email: 'robin.testwell@example.com',
  environment: 'sandbox',
  currency: 'USD',
  currencyPerUsd: 1,
  storageLocations: ['Safe at home', 'Bank vault, Springfield', 'Storage unit 12'],
  sellers: ['Dealer, Springfield', 'Auction, Springfield', 'Online auction'],
  inheritancePlans: [
    [heir('Kim Testwell', 'sibling', 100)],
    [heir('Kim Testwell', 'sibling', 70), heir('Springfield Museum', 'charity', 30)],
  ],
  collections: [
    collection('safe', 'In the safe', 1, ['precious_metals', 'coins', 'gemstones']),
    collection('loan', 'On loan', 0.5, ['art', 'antiques', 'books']),
    collection('unsorted', 'Unsorted 未整理', 0.6, ['wine', 'coins', 'collectibles']),
  ],
}
