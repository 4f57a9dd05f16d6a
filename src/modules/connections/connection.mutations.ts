import { createHash } from 'node:crypto'
import { GatewayError } from '../../errors.ts'
import { builder } from '../../schema/builder.ts'
import { recordEvent } from '../audit/audit.writes.ts'
import { change } from '../change.ts'
import { requireManagedKey } from '../keys/api-key.mutations.ts'
import { beginDeed } from '../people/person.ts'
import { ScopeType } from '../portfolio/portfolio.type.ts'
import { openLink, requireApprovable } from './connection.reads.ts'
import { createAsk, signAsk } from './link.ts'
import { recordLink } from './links.writes.ts'

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
      const by = await beginDeed(context, info, LINKS_A_MINUTE)
      const { now } = context.exchange
      const key = await requireManagedKey(by, keyId, context)
      const ask = createAsk(key, by.person.userId, scopes, purpose, now)
      await recordLink(context.database.prisma, by.actor, ask, now)
      return {
        path: `/connect/${signAsk(ask, context.deriveSecret('connection-links'))}`,
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
      const { person, actor } = await beginDeed(context, info, LINKS_A_MINUTE, onceFor(link))
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
      await decline().catch(passOverRepeated)
      return true
    },
  }),
}))

// A link is declined once, however often the button is pressed.
function onceFor(link: string): string {
  return createHash('sha256').update(`decline ${link}`).digest('base64url')
}

function passOverRepeated(thrown: unknown): void {
  if (!(thrown instanceof GatewayError && thrown.code === 'state_conflict')) throw thrown
}
