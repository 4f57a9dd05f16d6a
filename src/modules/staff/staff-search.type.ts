import { invalidParameter } from '../../errors.ts'
import { builder, type Context, derivedId } from '../../schema/builder.ts'
import { EnvironmentType } from '../../schema/enums.ts'
import { isRequestId, requireFound } from '../../values/ids.ts'
import { keepReferences, redactSecrets } from '../../values/redact-secrets.ts'
import { parseLine } from '../../values/text-rules.ts'
import { readerOf, recordStaffReads, requirePerson } from '../audit/acting-person.ts'
import { recordEvent } from '../audit/audit.writes.ts'
import { FirmType, firmMapper } from '../firms/firm.type.ts'
import { recordGrantReads } from '../grants/grant.query.ts'
import { readGrants } from '../grants/grant.reads.ts'
import { grantMapper, PartnerGrantType } from '../grants/grant.type.ts'
import { readKeys } from '../keys/api-key.reads.ts'
import { ApiKeyType, keyMapper } from '../keys/api-key.type.ts'
import { findLoggedRequests, LoggedRequestType } from '../usage/request-log.type.ts'
import { nameFields } from '../viewer/viewer.type.ts'
import type { FoundPerson } from './person-account.type.ts'
import { readSearched } from './searched-text.ts'
import { type FoundClient, findClient, searchForStaff } from './staff-search.reads.ts'

const SEARCHES_A_MINUTE = 30
const MAX_LENGTH = 200
const MIN_LENGTH = 2

const FoundClientType = builder.objectRef<FoundClient>('FoundClient').implement({
  description: 'A client, as staff find one.',
  fields: (t) => ({
    id: derivedId(t, 'found', 'An id of this object. It is not that of the user.'),
    clientId: t.exposeID('id', { description: 'The id of the user.' }),
    name: t.exposeString('name', { description: 'The name of the person.' }),
    environment: t.expose('environment', {
      description: 'That of the portfolio.',
      type: EnvironmentType,
    }),
    sandboxFirmName: t.string({
      nullable: true,
      description: 'The name of the firm whose sandbox client it is. Null for a person.',
      resolve: ({ sandboxFirm }) => sandboxFirm?.name ?? null,
    }),
  }),
})

const FoundPersonType = builder.objectRef<FoundPerson>('FoundPerson').implement({
  description: 'A person with an account, as staff find one.',
  fields: (t) => ({
    id: derivedId(t, 'found-person', 'An id of this object. It is not that of the user.'),
    ...nameFields(t),
  }),
})

type StaffSearch = Awaited<ReturnType<typeof search>>

const StaffSearchType = builder.objectRef<StaffSearch>('StaffSearch').implement({
  description: 'The results of a search by staff: the first few of each kind.',
  fields: (t) => ({
    firms: t.expose('firms', { description: 'By name or id.', type: [FirmType] }),
    people: t.expose('people', {
      description:
        'By name, email, id or the reference of a firm, or as the owner of an access token or an invitation.',
      type: [FoundPersonType],
    }),
    clients: t.expose('clients', {
      description:
        'By name, email, id or the reference of a firm, or by the registry id of an asset.',
      type: [FoundClientType],
    }),
    keys: t.expose('keys', {
      description: 'By name, id, secret, reference of a secret, or connection link.',
      type: [ApiKeyType],
    }),
    grants: t.expose('grants', {
      description: 'By id, and those of the clients and keys that were found.',
      type: [PartnerGrantType],
    }),
    requests: t.expose('requests', {
      description: 'Requests of keys by request id.',
      type: [LoggedRequestType],
    }),
  }),
})

builder.queryFields((t) => ({
  staffSearch: t.field({
    type: StaffSearchType,
    authScopes: { staff: true },
    description:
      'Finds firms, people, clients, keys, grants and requests, for staff. The search is recorded, and each person, client and grant found as read.',
    args: {
      text: t.arg.string({
        description: `A part of a name or of an email, a whole id, a reference, a registry id, a connection link, or a secret, which is neither stored nor logged; ${MIN_LENGTH} to ${MAX_LENGTH} characters.`,
        required: true,
      }),
    },
    resolve: async (_root, { text }, context, info) => {
      await context.fieldLimits.use(context, info, SEARCHES_A_MINUTE)
      return search(parseText(text), context)
    },
  }),
  client: t.field({
    type: FoundClientType,
    authScopes: { staff: true },
    description: 'A client, for staff. It is recorded as read.',
    args: { id: t.arg.id({ description: 'The id of the user.', required: true }) },
    resolve: async (_root, { id }, context) => {
      const found = requireFound(await findClient(context.database.prisma, id), 'client')
      await recordStaffReads([id], 'client.read', context)
      return found
    },
  }),
}))

function parseText(text: string): string {
  const parsed = parseLine(text, 'text', MAX_LENGTH)
  if ([...parsed].length >= MIN_LENGTH) return parsed
  throw invalidParameter(`text takes at least ${MIN_LENGTH} characters.`)
}

// A search that found nobody leaves no text: it can be the misspelt name of a client, and an erasure finds texts by the
// reads that they led to.
async function recordSearch(text: string, hasFound: boolean, context: Context): Promise<void> {
  const { userId } = requirePerson(context)
  const actor = { kind: 'user', userId, requestId: context.request.requestId } as const
  // Staff may paste a whole secret to find its key. Only its public part is recorded.
  const details = hasFound
    ? { text: redactSecrets(keepReferences(text, '…')) }
    : { by: readSearched(text).by }
  const event = { action: 'staff.searched', subject: userId, details } as const
  await recordEvent(context.database.prisma, actor, event)
}

async function search(text: string, context: Context) {
  const reader = readerOf(context)
  const { prisma, now } = reader
  const { firms, clients, people, keyIds, grantIds } = await searchForStaff(prisma, text)
  const keys = await readKeys(reader, keyIds)
  const grants = await readGrants(prisma, grantIds, now)
  const hasFound = clients.length + people.length + grants.length > 0
  await recordSearch(text, hasFound, context)
  const clientIds = clients.map(({ id }) => id)
  await recordStaffReads(clientIds, 'client.read', context)
  // A client who was found as both was read once.
  const others = people.map(({ id }) => id).filter((id) => !clientIds.includes(id))
  await recordStaffReads(others, 'person.read', context)
  await recordGrantReads(grants, context)
  const requests = isRequestId(text) ? await findLoggedRequests(text, null, context) : []
  return {
    firms: firms.map(firmMapper()),
    clients,
    people,
    keys: keys.map(keyMapper()),
    grants: grants.map(grantMapper()),
    requests,
  }
}
