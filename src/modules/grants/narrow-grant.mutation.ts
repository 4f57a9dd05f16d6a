import type { Scope } from '../../access/scopes.ts'
import { invalidParameter, stateConflict } from '../../errors.ts'
import type { Grant } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import { ScopeType } from '../../schema/enums.ts'
import { inputArg } from '../../schema/fields.ts'
import type { Action } from '../audit/audit.writes.ts'
import type { GrantDetails } from './grant.reads.ts'
import { PartnerGrantType } from './grant.type.ts'
import { updateGrant } from './grant.writes.ts'
import { actOnGrant, firmAdmin } from './grant-parties.ts'
import { receiptWriter } from './notice.writes.ts'
import type { WithGrant } from './row-locks.ts'

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

builder.mutationField('narrowGrant', (t) =>
  t.field({
    type: PartnerGrantType,
    authScopes: { person: true },
    description:
      "Narrows a grant of one of the firm's keys: fewer scopes, an earlier end, or both. Only the client widens or extends a grant. The client is told by mail. For admins of the firm; no plan is needed.",
    args: inputArg(t.arg, GrantNarrowingInput, 'The part that the firm gives up.'),
    resolve: (_root, { input }, context, info) =>
      actOnGrant(input.grantId, requireNarrowable, context, info, (by, grant) => {
        const { version, withoutScopes, expiresAt } = input
        const narrowing = {
          version,
          withoutScopes: withoutScopes ?? [],
          expiresAt: expiresAt ?? undefined,
        }
        return narrowGrant(by, grant, narrowing, receiptWriter(context))
      }),
  }),
)

interface Narrowing {
  /** The version that the firm has read: `state_conflict` if the client has changed the grant since. */
  readonly version: number
  /** The scopes that the firm gives up. */
  readonly withoutScopes: readonly Scope[]
  /** An end before the present one. Undefined: it stays. */
  readonly expiresAt: Date | undefined
}

// The asset filter stays. Throws `invalid_parameter` for anything but a narrowing, and `state_conflict` for a grant that
// has ended or has changed since it was read.
async function narrowGrant(
  by: Action,
  grant: GrantDetails,
  { version, withoutScopes, expiresAt }: Narrowing,
  withGrant: WithGrant | undefined,
): Promise<Grant> {
  requireNarrowing({ version, withoutScopes, expiresAt })
  if (grant.state !== 'active')
    throw stateConflict(
      'This grant has ended. Only the client gives a new one; ask for it with a new connection link.',
    )
  const scopes = grant.scopes.filter((scope) => !withoutScopes.includes(scope))
  const change = { grantId: grant.id, version, scopes, expiresAt, byFirm: true }
  return updateGrant(by, change, async (tx, { after }) => withGrant?.(tx, after))
}

function requireNarrowing({ withoutScopes, expiresAt }: Narrowing): void {
  if (withoutScopes.includes('registry'))
    throw invalidParameter(
      'withoutScopes takes every scope but registry, which is part of each grant. To read nothing any more, give the grant back.',
    )
  if (withoutScopes.length === 0 && expiresAt === undefined)
    throw invalidParameter('A narrowing takes withoutScopes, expiresAt, or both.')
}
