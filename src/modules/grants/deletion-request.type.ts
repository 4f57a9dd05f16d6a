import { builder } from '../../schema/builder.ts'
import { DeletionAnswerType } from './deletion-answer.type.ts'
import type { GrantDetails } from './grant.reads.ts'
import { PartnerGrantType } from './grant.type.ts'

interface DeletionRequest {
  readonly requestedAt: Date
  readonly grant: GrantDetails
}

const DeletionRequestType = builder.objectRef<DeletionRequest>('DeletionRequest').implement({
  description:
    'The request of a client to delete what was read under a grant that they revoked, and the answer of the firm.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the grant and the request together.',
      resolve: ({ grant }) => `${grant.id}:deletion`,
    }),
    requestedAt: t.expose('requestedAt', {
      description: 'The instant of the request.',
      type: 'DateTime',
    }),
    answer: t.field({
      type: DeletionAnswerType,
      nullable: true,
      description: 'Null: the firm has not answered. It answers once.',
      resolve: ({ grant }) => grant.deletionAnswer,
    }),
    answeredAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'The instant of the answer.',
      resolve: ({ grant }) => grant.deletionAnsweredAt,
    }),
    note: t.string({
      nullable: true,
      description: 'What the firm added to its answer. Null: nothing.',
      resolve: ({ grant }) => grant.deletionNote,
    }),
  }),
})

builder.objectField(PartnerGrantType, 'deletionRequest', (t) =>
  t.field({
    type: DeletionRequestType,
    nullable: true,
    description: 'Null: the client did not ask the firm to delete what it has read.',
    resolve: ({ row }) =>
      row.deletionRequestedAt && { requestedAt: row.deletionRequestedAt, grant: row },
  }),
)
