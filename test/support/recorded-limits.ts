import { createFieldLimits } from '../../src/graphql/field-limits.ts'
import { createMemoryQuota } from '../../src/load/quota.ts'
import type { FieldLimits } from '../../src/schema/builder.ts'

/** The limits of fields, and how many calls a minute each field has asked for since. */
export function recordedLimits() {
  const asked: Record<string, number> = {}
  const limits = createFieldLimits(createMemoryQuota())
  const fieldLimits: FieldLimits = {
    use(context, info, perMinute, cost) {
      asked[info.fieldName] = perMinute
      return limits.use(context, info, perMinute, cost)
    },
  }
  return { asked, fieldLimits }
}
