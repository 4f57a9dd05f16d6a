import { newestFirst, type RowList } from '../../database/ordered.reads.ts'
import type { Prisma, PrismaClient } from '../../generated/prisma/client.ts'
import { builder } from '../../schema/builder.ts'
import { boundEvents, lastDaysArg, parseEventFilter } from '../../schema/event-filter.ts'
import { listType, pageArgs } from '../../schema/list.type.ts'
import { listBelow } from '../../schema/list-below.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { parsePageRequest } from '../../schema/paging.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { SIGN_IN_KINDS, SignInKindType } from './sign-in-kinds.ts'

const SignInEventType = builder.objectRef<SignInEventDetails>('SignInEvent').implement({
  description:
    'A sign-in, a failed attempt, or a change of the sign-in settings. Stored for 400 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the event.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it first happened.' }),
    action: t.exposeString('action', { description: 'Such as sign_in. New values may be added.' }),
    outcome: t.exposeString('outcome', { description: '“ok”, or the error code.' }),
    times: t.exposeInt('times', { description: 'How often, within the same minute.' }),
    ipAddress: t.exposeString('ipAddress', {
      nullable: true,
      description: 'The address that the request came from.',
    }),
    userAgent: t.exposeString('userAgent', {
      nullable: true,
      description: 'How the browser or program named itself, cut to 300 characters.',
    }),
  }),
})

const SignInEventList = listType('SignInEventsConnection', SignInEventType)

builder.queryField('signInEvents', (t) =>
  t.field({
    type: SignInEventList,
    authScopes: { person: true },
    description:
      'Sign-ins, failed attempts and other events of the caller’s own account, newest first. For portal sessions.',
    args: {
      ...pageArgs(t.arg),
      kinds: t.arg({ type: [SignInKindType], description: 'Only events of these kinds.' }),
      lastDays: lastDaysArg(t.arg),
    },
    resolve: async (_root, args, context) => {
      const { userId } = requirePerson(context)
      const page = parsePageRequest(args)
      const parent = { id: userId, loaders: new PageLoaders() }
      return listBelow(parent, page, context, {
        rows: eventsOfUser(parseEventFilter(SIGN_IN_KINDS, args, context.request.now)),
        noun: 'event',
        bound: () => ['signInEvents', boundEvents(args)],
        read: (ids) => readSignInEvents(context.database.prisma, userId, ids),
        toNode: (row) => row,
      })
    },
  }),
)

const SHOWN = {
  id: true,
  at: true,
  action: true,
  outcome: true,
  times: true,
  ipAddress: true,
  userAgent: true,
} as const satisfies Prisma.SignInEventSelect

type SignInEventDetails = Prisma.SignInEventGetPayload<{ select: typeof SHOWN }>

// The events of a user that meet the conditions, newest first.
function eventsOfUser(conditions: RowList['conditions']): RowList {
  const order = newestFirst('r.at')
  return { from: 'sign_in_events r', parent: 'r.user_id', order, conditions }
}

// Events of a user by id, in no order.
function readSignInEvents(
  prisma: PrismaClient,
  userId: string,
  ids: readonly string[],
): Promise<SignInEventDetails[]> {
  return prisma.signInEvent.findMany({ where: { userId, id: { in: [...ids] } }, select: SHOWN })
}
