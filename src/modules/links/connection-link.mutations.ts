import { builder } from '../../schema/builder.ts'
import { ScopeType } from '../../schema/enums.ts'
import { beginAction } from '../audit/acting-person.ts'
import { requireManagedKey } from '../keys/api-key.mutations.ts'
import { parseConsentRequest } from './connection-link.ts'
import { ConnectionLinkType, findConnectionLink } from './connection-link.type.ts'
import { createLink, revokeLink } from './connection-link.writes.ts'
import { parseLinkReturn } from './link-return.ts'

const LINKS_A_MINUTE = 30

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
    singleUse: t.boolean({
      description:
        'True: the first approval ends it. By default any number of clients can approve.',
    }),
    reference: t.string({
      description:
        "The firm's own id of the person whom the link is for: 1 to 200 characters, in a link for single use. The client reads it before they decide, and the grant has it. It proves nobody: see email and state.",
    }),
    email: t.string({
      description:
        'The address of the account that alone can answer the link, in a link for single use. To every other account it is a link that is not stored.',
    }),
    returnUrl: t.string({
      description:
        'Where the client goes back to after their answer: a return address of the key, exactly as the key lists it.',
    }),
    state: t.string({
      description:
        'Goes back with the client as the parameter state: 1 to 512 characters. It needs returnUrl.',
    }),
  }),
})

builder.mutationFields((t) => ({
  createConnectionLink: t.field({
    type: ConnectionLinkType,
    authScopes: { person: true },
    description:
      'Creates a link with which clients grant access to a key, valid for 30 days. For admins of a firm with an active Enterprise plan, and its developers for sandbox keys.',
    args: {
      input: t.arg({
        description: 'The link to create.',
        type: NewConnectionLinkInput,
        required: true,
      }),
    },
    resolve: async (_root, { input }, context, info) => {
      const by = await beginAction(context, info, LINKS_A_MINUTE)
      const { keyId, scopes, purpose } = input
      const singleUse = input.singleUse ?? false
      const key = await requireManagedKey(by, keyId, context)
      const link = {
        ...parseConsentRequest(key, scopes, purpose),
        ...parseLinkReturn(key, input, singleUse),
        keyId,
        createdBy: by.person.userId,
        singleUse,
      }
      const { prisma } = context.database
      const id = await createLink(prisma, by.actor, link, context.request.now)
      return findConnectionLink(id, context)
    },
  }),
  revokeConnectionLink: t.field({
    type: ConnectionLinkType,
    authScopes: { person: true },
    description:
      'Revokes a connection link: nobody can approve it any more, also where its page is open. Its grants stay. For admins of the firm, and its developers for sandbox keys; no plan is needed. Idempotent: repeating it returns the same result.',
    args: { linkId: t.arg.id({ description: 'The id of the link.', required: true }) },
    resolve: async (_root, { linkId }, context, info) => {
      const by = await beginAction(context, info, LINKS_A_MINUTE)
      const { keyId } = await findConnectionLink(linkId, context)
      await requireManagedKey(by, keyId, context)
      await revokeLink(context.database.prisma, by.actor, linkId, context.request.now)
      return findConnectionLink(linkId, context)
    },
  }),
}))
