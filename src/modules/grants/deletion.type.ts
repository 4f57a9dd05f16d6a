import type { DeletionAnswer } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import { enumValues } from '../../schema/enums.ts'
import { type PartnerGrant, PartnerGrantType } from './grant.type.ts'

export const DeletionAnswerType = builder.enumType('DeletionAnswer', {
  description: 'What a firm answered to a request to delete what it has read.',
  values: enumValues({
    deleted: 'It has deleted what it had read.',
    retained_by_law: 'A law requires it to keep some or all of it.',
    nothing_stored: 'It had stored nothing.',
  } satisfies Record<DeletionAnswer, string>),
})

interface AskedGrant extends PartnerGrant {
  readonly deletionRequestedAt: Date
}

const DeletionRequestType = builder.objectRef<AskedGrant>('DeletionRequest').implement({
  description:
    'The request of a client to delete what was read under a grant that they revoked, and the answer of the firm.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the grant and the request together.',
      resolve: ({ id }) => `${id}:deletion`,
    }),
    requestedAt: t.expose('deletionRequestedAt', {
      description: 'The instant of the request.',
      type: 'DateTime',
    }),
    answer: t.expose('deletionAnswer', {
      type: DeletionAnswerType,
      nullable: true,
      description: 'Null: the firm has not answered. It answers once.',
    }),
    answeredAt: t.expose('deletionAnsweredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The instant of the answer.',
    }),
    note: t.exposeString('deletionNote', {
      nullable: true,
      description: 'What the firm added to its answer. Null: nothing.',
    }),
  }),
})

builder.objectField(PartnerGrantType, 'deletionRequest', (t) =>
  t.field({
    type: DeletionRequestType,
    nullable: true,
    description: 'Null: the client did not ask the firm to delete what it has read.',
    resolve: ({ deletionRequestedAt, ...grant }) =>
      deletionRequestedAt && { ...grant, deletionRequestedAt },
  }),
)
