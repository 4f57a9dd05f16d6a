import { builder, type Context, poolOf } from '../../schema/builder.ts'
import { EnvironmentType } from '../../schema/enums.ts'
import { type List, listType, pageArgs } from '../../schema/list.type.ts'
import { type Bound, cursorsOf, idMember } from '../../schema/list-cursors.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { createConnection, type PageRequest, parsePageRequest } from '../../schema/paging.ts'
import { REQUEST_LOG_DAYS } from '../../values/durations.ts'
import { notFound } from '../../values/ids.ts'
import { parseInstant } from '../../values/instant.ts'
import { readerOf } from '../audit/acting-person.ts'
import { requireFirm } from '../firms/firm.reads.ts'
import { requireKey } from '../keys/api-key.reads.ts'
import {
  countRequestsOfKeys,
  findNamedClients,
  type RequestsOfKeys,
  readKeyIds,
  readRequestsOfKeys,
} from './firm-log.reads.ts'
import { parseRequestFilter, requestFilterArgs } from './request-filter.ts'
import { type LoggedRequest, LoggedRequestType, recordReads } from './request-log.type.ts'
import { MAX_OF_KEY } from './stored-requests.ts'

builder.queryField('requestLog', (t) =>
  t.field({
    type: listType('QueryRequestLogConnection', LoggedRequestType),
    description: `The requests of the last ${REQUEST_LOG_DAYS} days of all keys of a firm, newest first, for its members and for staff. About ${MAX_OF_KEY} are kept of a key: of each endpoint and code the newest. A request is listed within a minute.`,
    args: {
      firmId: t.arg.id({ description: 'The id of the firm.', required: true }),
      environment: t.arg({
        type: EnvironmentType,
        description: 'Only requests of keys of this environment.',
      }),
      keyId: t.arg.id({ description: 'Only requests of this key of the firm.' }),
      ...pageArgs(t.arg),
      ...requestFilterArgs(t.arg),
    },
    resolve: async (
      _root,
      { firmId, environment = null, keyId = null, ...args },
      context,
      info,
    ) => {
      const { prisma } = context.database
      const firm = await requireFirm(readerOf(context), firmId)
      const page = parsePageRequest(args)
      const filter = await parseRequestFilter(args, context, info)
      if (keyId !== null && (await requireKey(readerOf(context), keyId)).firmId !== firm.id)
        throw notFound('key')
      const inFirm = await readKeyIds(prisma, firm.id, environment)
      const keyIds = inFirm.filter((id) => keyId === null || id === keyId)
      const { search } = filter
      const named = { firmId: firm.id, keyIds }
      const namedIds = search === null ? [] : await findNamedClients(poolOf(context), named, search)
      const bound = [firm.id, environment, keyId, { ...filter }] as const
      return listOf({ keyIds, filter, namedIds }, page, bound, context)
    },
  }),
)

async function listOf(
  requests: RequestsOfKeys,
  page: PageRequest,
  bound: readonly Bound[],
  context: Context,
): Promise<List<LoggedRequest>> {
  const pool = poolOf(context)
  const { now } = context.request
  const cursors = cursorsOf(context, 'requestLog of a firm', ...bound)
  const after = cursors.read(page.after, parseInstant, idMember('logged'))
  const rows = await readRequestsOfKeys(pool, requests, { after, limit: page.first + 1 }, now)
  const loaders = new PageLoaders()
  const connection = createConnection(
    rows,
    page,
    ({ at, id }) => cursors.write([at, id]),
    (row) => ({ ...row, loaders }),
  )
  await recordReads(
    connection.edges.map(({ node }) => node),
    context,
  )
  return { ...connection, count: () => countRequestsOfKeys(pool, requests, now) }
}
