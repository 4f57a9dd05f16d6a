import { createHash } from 'node:crypto'
import { change } from '../../database/change.ts'
import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { ScopeType } from '../../schema/enums.ts'
import { beginAction } from '../audit/acting-person.ts'
import { recordEvent } from '../audit/audit.writes.ts'
import { requireManagedKey } from './api-key.mutations.ts'
import { createConsentRequest, signConsentRequest } from './connection-link.ts'
import { recordLink } from './connection-link.writes.ts'
import { openLink, requireApprovable } from './consent-request.reads.ts'

const LINKS_A_MINUTE = 30

const ConnectionLinkType = builder
  .objectRef<{ path: string; expiresAt: Date }>('ConnectionLink')
  .implement({
    description: 'A signed link with which clients grant access to a key.',
    fields: (t) => ({
      path: t.exposeString('path', { description: 'Relative to the address of the portal.' }),
      expiresAt: t.expose('expiresAt', {
        description: 'The instant from which it cannot be approved.',
        type: 'DateTime',
      }),
    }),
  })

const NewConnectionLinkInput = builder.inputType('NewConnectionLink', {
  description: 'A connection link to create.',
  fields: (t) => ({
    keyId: t.id({ description: 'The key that asks for access.', required: true }),
    scopes: t.field({
      type: [ScopeType],
      required: true,
      description: 'At most those of the key; registry is added.',
    }),
    purpose: t.string({
      required: true,
      description: 'Shown to the client: 1 to 280 characters.',
    }),
  }),
})

builder.mutationFields((t) => ({
  createConnectionLink: t.field({
    type: ConnectionLinkType,
    authScopes: { person: true },
    description:
      'Creates a link with which clients grant access to a key, valid for 30 days. For admins of a firm with an active Enterprise plan.',
    args: {
      input: t.arg({
        description: 'The link to create.',
        type: NewConnectionLinkInput,
        required: true,
      }),
    },
    resolve: async (_root, { input: { keyId, scopes, purpose } }, context, info) => {
      const by = await beginAction(context, info, LINKS_A_MINUTE)
      const { now } = context.request
      const key = await requireManagedKey(by, keyId, context)
      const request = createConsentRequest(key, by.person.userId, scopes, purpose, now)
      await recordLink(context.database.prisma, by.actor, request, now)
      return {
        path: `/connect/${signConsentRequest(request, context.deriveSecret('connection-links'))}`,
        expiresAt: request.expiresAt,
      }
    },
  }),
  declineConnection: t.boolean({
    // It neither grants nor revokes access, so it needs no recent check.
    skipTypeScopes: true,
    authScopes: { person: true },
    description:
      'Declines a connection link, which the firm sees in its history. Idempotent: repeating it returns the same result.',
    args: {
      link: t.arg.string({ description: 'The last part of the path of the link.', required: true }),
    },
    resolve: async (_root, { link }, context, info) => {
      const { person, actor } = await beginAction(
        context,
        info,
        LINKS_A_MINUTE,
        idempotencyKeyFor(link),
      )
      const request = await openLink(link, person.userId, context)
      requireApprovable(request)
      const decline = () =>
        change(context.database.prisma, (tx) =>
          recordEvent(tx, {
            actor,
            action: 'link.declined',
            subject: request.keyId,
            firmId: request.key.firm.id,
            clientId: person.userId,
            details: { scopes: [...request.scopes], purpose: request.purpose },
          }),
        )
      await decline().catch(ignoreRepeated)
      return true
    },
  }),
}))

// A link is declined once, however often the button is pressed.
function idempotencyKeyFor(link: string): string {
  return createHash('sha256').update(`decline ${link}`).digest('base64url')
}

function ignoreRepeated(thrown: unknown): void {
  if (!(thrown instanceof GatewayError && thrown.code === 'state_conflict')) throw thrown
}
