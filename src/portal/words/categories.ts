import type { Category } from '../generated/graphql.ts'
import { t } from '../i18n/text.ts'

export const CATEGORIES: Readonly<Record<Category, string>> = {
  precious_metals: t('Precious metals'),
  watches: t('Watches'),
  jewelry: t('Jewellery'),
  gemstones: t('Gemstones'),
  art: t('Art'),
  antiques: t('Antiques'),
  coins: t('Coins'),
  wine: t('Wine'),
  vehicles: t('Vehicles'),
  books: t('Books'),
  musical_instruments: t('Musical instruments'),
  fashion: t('Fashion'),
  collectibles: t('Collectibles'),
  real_estate: t('Real estate'),
  other: t('Other'),
}

/** Whether a text is one of the categories. */
export function isCategory(text: string): text is Category {
  return Object.hasOwn(CATEGORIES, text)
}

/** The label of a category; other text stays as it is. */
export function formatCategory(slug: string): string {
  return isCategory(slug) ? CATEGORIES[slug] : slug
}
