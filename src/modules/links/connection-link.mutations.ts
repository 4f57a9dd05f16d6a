import type { GraphQLResolveInfo } from 'graphql'
import type { Partner } from '../../access/caller.ts'
import {
  callerNotAllowed,
  invalidParameter,
  missingParameter,
  stateConflict,
} from '../../errors.ts'
import { builder, type Context, inputArg } from '../../schema/builder.ts'
import { ScopeType } from '../../schema/enums.ts'
import { beginAction } from '../audit/acting-person.ts'
import { requireManagedKey } from '../keys/api-key.mutations.ts'
import { parseConsentRequest } from './connection-link.ts'
import { ConnectionLinkType, findConnectionLink } from './connection-link.type.ts'
import { createLinks, MAX_OPEN_LINKS, requireRight, revokeLink } from './connection-link.writes.ts'
import { parseLinkReturn } from './link-return.ts'
import { remindOfLinks } from './reminders.writes.ts'

const LINKS_A_MINUTE = 30
const REMINDERS_A_MINUTE = 10
// 500 links take less than five minutes.
const LINKS_OF_KEY_A_MINUTE = 120

const NewConnectionLinkInput = builder.inputType('NewConnectionLink', {
  description: 'A connection link to create.',
  fields: (t) => ({
    keyId: t.id({ description: 'For an admin: the key that asks. A key asks for itself.' }),
    scopes: t.field({
      type: [ScopeType],
      required: true,
      description: 'At most those of the key; registry is added.',
    }),
    purpose: t.string({ required: true, description: 'Shown to the client: 1 to 280 characters.' }),
    singleUse: t.boolean({
      description:
        'True: the first approval ends it. By default any number of clients can approve a link of an admin. A link that a key creates is always for single use.',
    }),
    reference: t.string({
      description:
        "The firm's own id of the person whom the link is for: 1 to 200 characters, in a link for single use. The client reads it before they decide, and the grant has it. It proves nobody: see email and state. If an open link of the key has it, that link is the result. If that link asks for something else, the new link takes its place if the key has created both, and the error is state_conflict otherwise.",
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
    skipTypeScopes: true,
    authScopes: { partner: true, recentlyChecked: true },
    description: `Creates a link with which clients grant access to a key, valid for 30 days. For admins of a firm with an active Enterprise plan, its developers for sandbox keys, and keys that may create links for themselves: ${LINKS_OF_KEY_A_MINUTE} a minute. A key has at most ${MAX_OPEN_LINKS.toLocaleString('en-US')} open links.`,
    args: inputArg(t.arg, NewConnectionLinkInput, 'The link to create.'),
    resolve: async (_root, { input }, context, info) => {
      const { key, by, createdBy } = await beginAsking(input, context, info)
      const singleUse = input.singleUse ?? createdBy === key.id
      const link = {
        ...parseConsentRequest(key, input.scopes, input.purpose),
        ...parseLinkReturn(key, input, singleUse),
        singleUse,
      }
      const made = await createLinks(by, { keyId: key.id, createdBy }, [link])
      const [conflict] = made.conflicts
      if (conflict) throw stateConflict(conflict.message)
      const [id = ''] = made.ids
      return findConnectionLink(id, context)
    },
  }),
  revokeConnectionLink: t.field({
    type: ConnectionLinkType,
    description:
      'Revokes a connection link: nobody can approve it any more, also where its page is open. Its grants stay. For admins of the firm, and its developers for sandbox keys; no plan is needed. Idempotent: repeating it returns the same result.',
    args: { linkId: t.arg.id({ description: 'The id of the link.', required: true }) },
    resolve: async (_root, { linkId }, context, info) => {
      const by = await beginAction(context, info, LINKS_A_MINUTE)
      const { keyId } = await findConnectionLink(linkId, context)
      await requireManagedKey(by, keyId)
      await revokeLink(by, linkId)
      return findConnectionLink(linkId, context)
    },
  }),
  remindOfConnectionLinks: t.int({
    nullable: true,
    description:
      'Reminds clients by mail of the open links of a key that name an email and that nobody has answered, each link at most once in 24 hours. Returns how many. A mail goes only to an account that can approve its link. For admins of a firm with an active Enterprise plan, where mail is sent.',
    args: { keyId: t.arg.id({ description: 'The id of the key.', required: true }) },
    resolve: async (_root, { keyId }, context, info) => {
      const by = await beginAction(context, info, REMINDERS_A_MINUTE)
      await requireManagedKey(by, keyId)
      if (!context.sendsMail) throw stateConflict('No mail is sent here.')
      return remindOfLinks(by, keyId)
    },
  }),
}))

type Asked = Pick<typeof NewConnectionLinkInput.$inferInput, 'keyId' | 'singleUse'>

async function beginAsking(asked: Asked, context: Context, info: GraphQLResolveInfo) {
  if (context.caller?.kind === 'partner') return askAsKey(context.caller, asked, context, info)
  const by = await beginAction(context, info, LINKS_A_MINUTE)
  if (asked.keyId == null) throw missingParameter('keyId takes the id of the key that asks.')
  const key = await requireManagedKey(by, asked.keyId)
  return { key, by, createdBy: by.person.userId }
}

// The right of the key is checked before its parameters, and again under its lock.
async function askAsKey(
  { keyId }: Partner,
  asked: Asked,
  context: Context,
  info: GraphQLResolveInfo,
) {
  await context.fieldLimits.use(context, info, LINKS_OF_KEY_A_MINUTE)
  const { prisma } = context.database
  const key = await prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } })
  requireRight(key)
  if (asked.keyId != null && asked.keyId !== keyId)
    throw callerNotAllowed('A key creates links for itself alone: leave keyId out.')
  if (asked.singleUse === false)
    throw invalidParameter('singleUse must be true: a key creates links for single use alone.')
  const { requestId, now } = context.request
  const actor = { kind: 'key', keyId, requestId } as const
  return { key, by: { prisma, actor, now }, createdBy: keyId }
}
