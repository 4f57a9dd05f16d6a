import { CATEGORY_CODES, type Category } from './categories.ts'

/** `ORY-{category code}-{ULID}`. An asset keeps its registry id for good, also in another category. */
export const REGISTRY_ID = /^ORY-[A-Z]{2}-[0-9A-HJKMNP-TV-Z]{26}$/

/** Whether a text has the form of a registry id. */
export function isRegistryId(text: string): boolean {
  return REGISTRY_ID.test(text)
}

/** The registry id of a new asset. */
export function createRegistryId(category: Category, ulid: string): string {
  return `ORY-${CATEGORY_CODES[category]}-${ulid}`
}
