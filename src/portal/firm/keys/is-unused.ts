import { isWithinUsageDays } from '../../../values/durations.ts'
import type { KeyRowFragment } from '../../generated/graphql.ts'

/** Whether a key was certainly never used. Of an older key, what it was used for may no longer be stored. */
export function isUnused(
  { lastUsedAt, createdAt }: Pick<KeyRowFragment, 'lastUsedAt' | 'createdAt'>,
  now: number,
): boolean {
  return lastUsedAt === null && isWithinUsageDays(new Date(createdAt), new Date(now))
}
