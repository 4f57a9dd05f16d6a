import { type DocumentNode, Kind } from 'graphql'
import * as generated from './operations/generated/graphql.ts'

/** Every operation that the paths run. */
export const OPERATIONS: readonly DocumentNode[] = Object.values(generated).filter(
  ({ definitions }) => definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION),
)
