import type { Transaction } from '../../database/change.ts'
import { stateConflict } from '../../errors.ts'
import type { DeletionAnswer, Grant } from '../../generated/prisma/client.ts'
import { builder, derivedId, instant, instantOrNull } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { requireFound, requireIdShape } from '../../values/ids.ts'
import { parseLine } from '../../values/text-rules.ts'
import { type Action, act, recordEvent } from '../audit/audit.writes.ts'
import { type PartnerGrant, PartnerGrantType } from './grant.type.ts'
import { actOnGrant, firmAdmin } from './grant-parties.ts'
import { eventOfGrant } from './row-locks.ts'

export const DeletionAnswerType = enumType(
  'DeletionAnswer',
  'The answer of a firm to a request to delete what it has read.',
  {
    deleted: 'It has deleted what it had read.',
    retained_by_law: 'A law requires it to keep some or all of it.',
    nothing_stored: 'It had stored nothing.',
  } satisfies Record<DeletionAnswer, string>,
)

type AskedGrant = PartnerGrant & { readonly deletionRequestedAt: Date }

const DeletionRequestType = builder.objectRef<AskedGrant>('DeletionRequest').implement({
  description:
    'The request of a client to delete what was read under a grant that they revoked, and the answer of the firm.',
  fields: (t) => ({
    id: derivedId(t, 'deletion', 'Identifies the grant and the request together.'),
    requestedAt: instant(t, 'deletionRequestedAt', 'The instant of the request.'),
    answer: t.expose('deletionAnswer', {
      type: DeletionAnswerType,
      nullable: true,
      description: 'Null: the firm has not answered. It answers once.',
    }),
    answeredAt: instantOrNull(t, 'deletionAnsweredAt', 'The instant of the answer.'),
    note: t.exposeString('deletionNote', {
      nullable: true,
      description: 'The note that the firm added to its answer. Null: there is none.',
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

const MAX_NOTE = 500
const requireAnswerable = firmAdmin('Only an admin of the firm answers for it.')

builder.mutationField('answerDeletion', (t) =>
  t.field({
    type: PartnerGrantType,
    description:
      'Answers the request of a client to delete what was read under a grant, once. For admins of the firm; no plan is needed. Idempotent: repeating the same answer returns the same result.',
    args: {
      grantId: t.arg.id({ description: 'The id of the grant.', required: true }),
      answer: t.arg({ description: 'The answer.', type: DeletionAnswerType, required: true }),
      note: t.arg.string({ description: 'For the client, such as a law: 1 to 500 characters.' }),
    },
    resolve: (_root, given, context, info) =>
      actOnGrant(given.grantId, requireAnswerable, context, info, (by) =>
        answerDeletion(by, given),
      ),
  }),
)

interface NewAnswer {
  readonly grantId: string
  readonly answer: DeletionAnswer
  readonly note?: string | null | undefined
}

/**
 * Stores the firm's answer to a request for deletion. It is given once: a repeated call with the same answer changes
 * nothing. Throws `record_not_found`, `invalid_parameter`, and `state_conflict` without a request or after another answer.
 */
export async function answerDeletion(by: Action, { grantId, answer, note: text }: NewAnswer) {
  requireIdShape('grant', grantId)
  const note = text == null ? null : parseLine(text, 'note', MAX_NOTE)
  await act(by, async (tx, now) => {
    const include = { key: { select: { firmId: true } } }
    const found = await tx.grant.findFirst({ where: { id: grantId }, include })
    const grant = requireFound(found, 'grant')
    if (!(await storeAnswer(tx, grant, { answer, note }, now))) return
    const event = eventOfGrant(grant, grant.key, { answer })
    await recordEvent(tx, by.actor, { action: 'grant.deletion_answered', ...event })
  })
}

// The condition on the row decides between two answers at a time. False: the same answer was stored before.
async function storeAnswer(
  tx: Transaction,
  { clientId, id }: Grant,
  { answer, note }: { readonly answer: DeletionAnswer; readonly note: string | null },
  now: Date,
): Promise<boolean> {
  const where = { clientId, id }
  const { count } = await tx.grant.updateMany({
    where: { ...where, deletionRequestedAt: { not: null }, deletionAnswer: null },
    data: { deletionAnswer: answer, deletionNote: note, deletionAnsweredAt: now },
  })
  if (count === 1) return true
  const stored = await tx.grant.findUniqueOrThrow({ where: { clientId_id: where } })
  if (stored.deletionRequestedAt === null)
    throw stateConflict('The client did not request deletion.')
  if (stored.deletionAnswer === answer && stored.deletionNote === note) return false
  throw stateConflict('This request was answered. An answer is given once.')
}
