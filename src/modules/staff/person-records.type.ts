import { newestFirst } from '../../database/ordered.reads.ts'
import type { Mail, MailKind, MailState } from '../../generated/prisma/client.ts'
import { builder, type Context, derivedId, instant, instantOrNull } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { listBelow, listType, pageArgs } from '../../schema/list.type.ts'
import { parsePageRequest } from '../../schema/paging.ts'
import { LinkAnswerType, LinkStateType } from '../links/connection-link.type.ts'
import { KEY_OF_LINK, linkStates } from '../links/link-state.reads.ts'
import { listSignInEvents, SignInEventList } from '../people/sign-in-event.type.ts'
import { PersonAccountType } from './person-account.type.ts'

type AddressedLink = Awaited<ReturnType<typeof readAddressed>>[number]

const AddressedLinkType = builder.objectRef<AddressedLink>('AddressedLink').implement({
  description: 'A connection link that one account alone can answer, for staff.',
  authScopes: { staff: true },
  fields: (t) => ({
    id: derivedId(t, 'addressed', 'An id of this object. It is not that of the link.'),
    linkId: t.exposeID('id', { description: 'link_ and a ULID.' }),
    firmId: t.id({ description: 'The id of the firm.', resolve: ({ key }) => key.firmId }),
    firmName: t.string({
      description: 'The name of the firm.',
      resolve: ({ key }) => key.firm.name,
    }),
    keyId: t.exposeID('keyId', { description: 'The id of the key that asks for access.' }),
    keyName: t.string({ description: 'The name of the key.', resolve: ({ key }) => key.name }),
    reference: t.exposeString('reference', {
      nullable: true,
      description: "The firm's own id of the person. Null if the firm gave none.",
    }),
    state: t.expose('state', { description: 'Its state now.', type: LinkStateType }),
    createdAt: instant(t, 'createdAt', 'The instant at which it was created.'),
    expiresAt: instant(t, 'expiresAt', 'The instant from which it cannot be approved.'),
    answer: t.expose('answer', {
      description: 'The latest answer. Null: there is none.',
      type: LinkAnswerType,
      nullable: true,
    }),
    answeredAt: instantOrNull(t, 'answeredAt', 'The instant of the answer. Null: there is none.'),
  }),
})

const MailKindType = enumType('MailKind', 'What a mail is about.', {
  invitation: 'A link to set a password.',
  member_invitation: 'An invitation to join a firm.',
  password_reset: 'A link for a new password, which the person asked for.',
  notice: 'A grant: a receipt, a reminder, or the yearly question.',
  webhook_paused: 'A webhook endpoint of a firm that was paused.',
  deletion: 'A request to a firm to delete what it has read.',
  account_news: 'A change of the account, or a sign-in in a new browser.',
  key_notice: 'An API key that ends soon, or is not used.',
  link_reminder: 'A connection link that waits for an answer.',
} satisfies Record<MailKind, string>)

const MailStateType = enumType('MailState', 'The state of a mail.', {
  waiting: 'It waits for its next try.',
  sent: 'The mail command took it.',
  failed: 'It was given up after several tries.',
  dropped: 'It was no longer of use, and was not sent.',
} satisfies Record<MailState, string>)

const MAIL = { id: true, kind: true, state: true, createdAt: true, sentAt: true } as const

const AccountMailType = builder.objectRef<Pick<Mail, keyof typeof MAIL>>('AccountMail').implement({
  description: 'A mail to the address of an account, for staff. Its text is not stored.',
  authScopes: { staff: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'mail_ and a ULID.' }),
    kind: t.expose('kind', { description: 'What it is about.', type: MailKindType }),
    state: t.expose('state', { description: 'Its state now.', type: MailStateType }),
    createdAt: instant(t, 'createdAt', 'The instant at which it was requested.'),
    sentAt: instantOrNull(t, 'sentAt', 'When the mail command took it. Null: it did not.'),
  }),
})

// The rows of a table that have the address of the account.
const toAddress = (table: 'connection_links' | 'mails') => ({
  from: `${table} r JOIN users u ON u.email = r.email`,
  parent: 'u.id',
  order: newestFirst('r.created_at'),
  conditions: () => [],
})

builder.objectFields(PersonAccountType, (t) => ({
  signInEvents: t.field({
    type: SignInEventList,
    description: 'Sign-ins, failed attempts and other events of the account, newest first.',
    args: pageArgs(t.arg),
    resolve: (account, args, context) =>
      listSignInEvents(account, (id) => ['signInsOf', id], args, context),
  }),
  links: t.field({
    type: listType('PersonAccountLinksConnection', AddressedLinkType),
    description: 'The connection links that name the address of the account, newest first.',
    args: pageArgs(t.arg),
    resolve: (account, args, context) =>
      listBelow(account, parsePageRequest(args), context, {
        rows: toAddress('connection_links'),
        noun: 'link',
        bound: (id) => ['linksTo', id],
        read: (ids) => readAddressed(ids, account.id, context),
        toNode: (row) => row,
      }),
  }),
  mails: t.field({
    type: listType('PersonAccountMailsConnection', AccountMailType),
    description: 'The mails to the address of the account in the last 30 days, newest first.',
    args: pageArgs(t.arg),
    resolve: (account, args, context) =>
      listBelow(account, parsePageRequest(args), context, {
        rows: toAddress('mails'),
        noun: 'mail',
        bound: (id) => ['mailsTo', id],
        read: (ids) =>
          context.database.prisma.mail.findMany({ where: { id: { in: [...ids] } }, select: MAIL }),
        toNode: (row) => row,
      }),
  }),
}))

async function readAddressed(
  ids: readonly string[],
  clientId: string,
  { database: { prisma }, request }: Context,
) {
  const links = await prisma.connectionLink.findMany({
    where: { id: { in: [...ids] } },
    include: {
      key: { select: { ...KEY_OF_LINK, name: true, firm: { select: { name: true } } } },
      visits: { where: { clientId, answer: { not: null } } },
    },
  })
  const stateOf = await linkStates(prisma, links, request.now)
  return links.map((link) => ({
    ...link,
    state: stateOf(link),
    answer: link.visits[0]?.answer ?? null,
    answeredAt: link.visits[0]?.answeredAt ?? null,
  }))
}
