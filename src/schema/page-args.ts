import type { ArgBuilder } from '@pothos/core'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../values/page-size.ts'
import type { builder } from './builder.ts'

/** Builds the arguments of a field. */
export type Arg = ArgBuilder<typeof builder.$inferSchemaTypes>

/** The arguments of a list. There is no `before`, `last` or offset: a list is read forward, by cursor. */
export function pageArgs(arg: Arg, max = MAX_PAGE_SIZE) {
  return {
    first: arg.int({
      description: `The number of entries: 1 to ${max}, ${DEFAULT_PAGE_SIZE} by default.`,
    }),
    after: arg.string({
      description: 'The cursor of the entry that the page comes after, such as pageInfo.endCursor.',
    }),
  }
}
