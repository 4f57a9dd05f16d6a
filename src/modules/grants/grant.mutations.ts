import { lifeStateAt } from '../../access/liveness.ts'
import { invalidParameter, stateConflict } from '../../errors.ts'
import type { Grant } from '../../generated/prisma/client.ts'
import { builder, type Context, inputArg } from '../../schema/builder.ts'
import { ScopeType } from '../../schema/enums.ts'
import { type Action, act, recordEvent } from '../audit/audit.writes.ts'
import type { GrantDetails } from './grant.reads.ts'
import { PartnerGrantType } from './grant.type.ts'
import { updateGrant } from './grant.writes.ts'
import { actOnGrant, firmAdmin, requireOwnGrant } from './grant-parties.ts'
import { returnGrant, revokeGrant } from './grant-revocation.writes.ts'
import { addDeletionMails, receiptWriter } from './notice.writes.ts'
import { eventOfGrant, lockGrant, type WithGrant, writeGrant } from './row-locks.ts'

const requireReturnable = firmAdmin('Only an admin of the firm gives back its grants.')

// The receipt for the client, and the mails to the firm about a request for deletion.
function mailsOfEnd(context: Context): WithGrant | undefined {
  const addReceipt = receiptWriter(context)
  if (!addReceipt) return undefined
  return async (tx, grant) => {
    await addReceipt(tx, grant)
    if (grant.deletionRequestedAt) await addDeletionMails(tx, grant, context.request.now)
  }
}

// Throws `record_not_found`, and `state_conflict` for a grant that has ended or has an end.
async function confirmGrant(by: Action, grantId: string): Promise<void> {
  await act(by, async (tx, now) => {
    const { grant, key } = await lockGrant(tx, grantId)
    if (lifeStateAt(grant, now) !== 'active') throw stateConflict('This grant has ended.')
    if (grant.expiresAt !== null)
      throw stateConflict('This grant has an end; change the end to keep it for longer.')
    await writeGrant(tx, grant, { confirmedAt: now })
    await recordEvent(tx, by.actor, { action: 'grant.confirmed', ...eventOfGrant(grant, key, {}) })
  })
}

const requireNarrowable = firmAdmin('Only an admin of the firm narrows its grants.')

const GrantNarrowingInput = builder.inputType('GrantNarrowing', {
  description:
    'The part of a grant that a firm gives up. One of withoutScopes and expiresAt is required.',
  fields: (t) => ({
    grantId: t.id({ description: 'The grant to narrow.', required: true }),
    version: t.int({
      required: true,
      description: 'The version that was read; state_conflict if the grant has changed since.',
    }),
    withoutScopes: t.field({
      type: [ScopeType],
      description:
        'The scopes that the grant loses: any but registry, which is part of each grant.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'The new end: in the future, and not after the present end.',
    }),
  }),
})

builder.mutationFields((t) => ({
  revokeGrant: t.field({
    type: PartnerGrantType,
    description:
      "Revokes one of the caller's own grants permanently. Idempotent: repeating it returns the same result.",
    args: {
      grantId: t.arg.id({ description: 'The id of the grant.', required: true }),
      requestDeletion: t.arg.boolean({
        description:
          'Whether the firm is asked to delete what it has read. False by default. It is asked only with the end of a grant that has not ended yet; otherwise the error is state_conflict.',
      }),
    },
    resolve: (_root, { grantId, requestDeletion }, context, info) =>
      actOnGrant(grantId, requireOwnGrant, context, info, (by) => {
        const end = { grantId, requestDeletion: requestDeletion ?? false }
        return revokeGrant(by, end, mailsOfEnd(context))
      }),
  }),
  returnGrant: t.field({
    type: PartnerGrantType,
    description:
      "Gives back a grant of one of the firm's keys: it is revoked permanently, and the key can no longer read that portfolio. For admins of the firm; no plan is needed. Idempotent: repeating it returns the same result.",
    args: { grantId: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: (_root, { grantId }, context, info) =>
      actOnGrant(grantId, requireReturnable, context, info, (by) => {
        return returnGrant(by, { grantId }, receiptWriter(context))
      }),
  }),
  confirmGrant: t.field({
    type: PartnerGrantType,
    // A confirmation neither grants nor extends access, so it needs no recent check.
    skipTypeScopes: true,
    authScopes: { person: true },
    description:
      "Keeps one of the caller's own grants that has no end: they are asked again in a year. Its terms and its version stay.",
    args: { grantId: t.arg.id({ description: 'The id of the grant.', required: true }) },
    resolve: (_root, { grantId }, context, info) =>
      actOnGrant(grantId, requireOwnGrant, context, info, (by) => confirmGrant(by, grantId)),
  }),
  narrowGrant: t.field({
    type: PartnerGrantType,
    description:
      "Narrows a grant of one of the firm's keys: fewer scopes, an earlier end, or both. Only the client widens or extends a grant. The client is told by mail. For admins of the firm; no plan is needed.",
    args: inputArg(t.arg, GrantNarrowingInput, 'The part that the firm gives up.'),
    resolve: (_root, { input }, context, info) =>
      actOnGrant(input.grantId, requireNarrowable, context, info, (by, grant) => {
        return narrowGrant(by, grant, input, receiptWriter(context))
      }),
  }),
}))

type Narrowing = typeof GrantNarrowingInput.$inferInput

// The asset filter stays. Throws `invalid_parameter` for anything but a narrowing, and `state_conflict` for a grant that
// has ended or has changed since it was read.
async function narrowGrant(
  by: Action,
  grant: GrantDetails,
  narrowing: Narrowing,
  withGrant: WithGrant | undefined,
): Promise<Grant> {
  const { version, expiresAt } = narrowing
  const withoutScopes = narrowing.withoutScopes ?? []
  requireNarrowing(narrowing)
  if (grant.state !== 'active')
    throw stateConflict(
      'This grant has ended. Only the client gives a new one; ask for it with a new connection link.',
    )
  const scopes = grant.scopes.filter((scope) => !withoutScopes.includes(scope))
  const change = { grantId: grant.id, version, scopes, expiresAt: expiresAt ?? undefined }
  return updateGrant(by, { ...change, byFirm: true }, async (tx, { after }) =>
    withGrant?.(tx, after),
  )
}

function requireNarrowing({ withoutScopes, expiresAt }: Narrowing): void {
  if (withoutScopes?.includes('registry'))
    throw invalidParameter(
      'withoutScopes takes every scope but registry, which is part of each grant. To read nothing any more, give the grant back.',
    )
  if (!withoutScopes?.length && expiresAt == null)
    throw invalidParameter('A narrowing takes withoutScopes, expiresAt, or both.')
}
