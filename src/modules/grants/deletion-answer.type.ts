import type { DeletionAnswer } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import { enumValues } from '../../schema/enum-values.ts'

export const DeletionAnswerType = builder.enumType('DeletionAnswer', {
  description: 'What a firm answered to a request to delete what it has read.',
  values: enumValues({
    deleted: 'It has deleted what it had read.',
    retained_by_law: 'A law requires it to keep some or all of it.',
    nothing_stored: 'It had stored nothing.',
  } satisfies Record<DeletionAnswer, string>),
})
