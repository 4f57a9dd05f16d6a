import { GatewayError, invalidParameter } from '../../errors.ts'
import { builder, inputArg } from '../../schema/builder.ts'
import { ScopeType } from '../../schema/enums.ts'
import { beginAction } from '../audit/acting-person.ts'
import { requireManagedKey } from '../keys/api-key.mutations.ts'
import { parseConsentRequest } from './connection-link.ts'
import { createLinks, MAX_OPEN_LINKS } from './connection-link.writes.ts'
import { type LinkReturn, parseLinkReturn } from './link-return.ts'

const LISTS_A_MINUTE = 10

interface Problem {
  readonly index: number
  readonly message: string
}

interface LinkList {
  readonly created: number
  readonly open: number
  readonly problems: readonly Problem[]
}

const ProblemType = builder.objectRef<Problem>('LinkListProblem').implement({
  description: 'Why an entry of a list is not accepted.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'The place of the entry, from 0.' }),
    message: t.exposeString('message', { description: 'The fault, and the accepted values.' }),
  }),
})

const LinkListType = builder.objectRef<LinkList>('LinkList').implement({
  description: 'The result of a list: a link for each entry, or none at all.',
  fields: (t) => ({
    created: t.exposeInt('created', { description: 'How many links were created.' }),
    open: t.exposeInt('open', { description: 'How many entries had an open link, which stays.' }),
    problems: t.expose('problems', {
      type: [ProblemType],
      description: 'The entries that are not accepted. With any, nothing was created.',
    }),
  }),
})

const EntryInput = builder.inputType('NewLinkListEntry', {
  description: 'One client of a list.',
  fields: (t) => ({
    reference: t.string({
      required: true,
      description: 'As in NewConnectionLink. Once in a list.',
    }),
    email: t.string({ description: 'As in NewConnectionLink.' }),
    state: t.string({ description: 'As in NewConnectionLink.' }),
  }),
})

type Entry = typeof EntryInput.$inferInput

const NewLinkListInput = builder.inputType('NewLinkList', {
  description: 'Connection links to create, each for single use.',
  fields: (t) => ({
    keyId: t.id({ description: 'The key that asks for access.', required: true }),
    scopes: t.field({ type: [ScopeType], required: true, description: 'As in NewConnectionLink.' }),
    purpose: t.string({ required: true, description: 'As in NewConnectionLink.' }),
    returnUrl: t.string({ description: 'As in NewConnectionLink.' }),
    entries: t.field({
      type: [EntryInput],
      required: true,
      description: `1 to ${MAX_OPEN_LINKS.toLocaleString('en-US')} clients.`,
    }),
  }),
})

builder.mutationField('createConnectionLinks', (t) =>
  t.field({
    type: LinkListType,
    description:
      'Creates a connection link for each client of a list: all of them, or none if an entry is not accepted. For admins of a firm with an active Enterprise plan.',
    args: inputArg(t.arg, NewLinkListInput, 'The list.'),
    resolve: async (_root, { input }, context, info) => {
      const by = await beginAction(context, info, LISTS_A_MINUTE)
      const { entries, keyId, returnUrl } = input
      const key = await requireManagedKey(by, keyId)
      const request = parseConsentRequest(key, input.scopes, input.purpose)
      if (entries.length === 0 || entries.length > MAX_OPEN_LINKS)
        throw invalidParameter(`entries takes 1 to ${MAX_OPEN_LINKS} clients.`)
      const { people, problems } = parseEntries(key, entries, returnUrl)
      if (problems.length > 0) return { created: 0, open: 0, problems }
      const links = people.map((person) => ({ ...request, ...person, singleUse: true }))
      const asking = { keyId, createdBy: by.person.userId }
      const { ids, created, conflicts } = await createLinks(by, asking, links)
      return { created, open: ids.length - created, problems: conflicts }
    },
  }),
)

function parseEntries(
  key: { readonly returnUrls: readonly string[] },
  entries: readonly Entry[],
  returnUrl: string | null | undefined,
) {
  const people: LinkReturn[] = []
  const problems: Problem[] = []
  const places = new Map<string, number>()
  entries.forEach((entry, index) => {
    try {
      const earlier = places.get(entry.reference)
      if (earlier !== undefined) throw invalidParameter(`Entry ${earlier} has the same reference.`)
      places.set(entry.reference, index)
      people.push(parseLinkReturn(key, { ...entry, returnUrl }, true))
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      problems.push({ index, message: error.message })
    }
  })
  return { people, problems }
}
