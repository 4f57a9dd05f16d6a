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
    fields: (t) => ({
      path: t.exposeString('path', { description: 'Below the address of the portal.' }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
    }),
  })

const NewConnectionLinkInput = builder.inputType('NewConnectionLink', {
  fields: (t) => ({
    keyId: t.id({ required: true }),
    scopes: t.field({
      type: [ScopeType],
      required: true,
      description: 'At most those of the key; registry is added.',
    }),
    purpose: t.string({
      required: true,
      description: 'For the client to read: 1 to 280 characters.',
    }),
  }),
})

builder.mutationFields((t) => ({
  createConnectionLink: t.field({
    type: ConnectionLinkType,
    authScopes: { person: true },
    description:
      'A link by which clients give a key a grant, for 30 days. For admins of a firm with an active Enterprise plan.',
    args: { input: t.arg({ type: NewConnectionLinkInput, required: true }) },
    resolve: async (_root, { input: { keyId, scopes, purpose } }, context, info) => {
      const by = await beginAction(context, info, LINKS_A_MINUTE)
      const { now } = context.request
      const key = await requireManagedKey(by, keyId, context)
      const ask = createConsentRequest(key, by.person.userId, scopes, purpose, now)
      await recordLink(context.database.prisma, by.actor, ask, now)
      return {
        path: `/connect/${signConsentRequest(ask, context.deriveSecret('connection-links'))}`,
        expiresAt: ask.expiresAt,
      }
    },
  }),
  declineConnection: t.boolean({
    // It gives nothing and ends nothing: a session is enough.
    skipTypeScopes: true,
    authScopes: { person: true },
    description: 'Tells the firm that the client will not connect. Again: the same answer.',
    args: { link: t.arg.string({ required: true }) },
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
            firmId: request.key.firmId,
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
