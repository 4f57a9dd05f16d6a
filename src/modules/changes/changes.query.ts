import type { Partner } from '../../access/caller.ts'
import { invalidParameter } from '../../errors.ts'
import { requirePartner } from '../../schema/auth-scopes.ts'
import { builder, type Context, poolOf } from '../../schema/builder.ts'
import { pageArgs } from '../../schema/list.type.ts'
import { cursorsOf } from '../../schema/list-cursors.ts'
import { type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { MAX_WAIT_SECONDS } from '../../values/durations.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../values/page-size.ts'
import { ChangesType, ChangeType } from './change.type.ts'
import { readChangesPage } from './changes-page.ts'
import { readNewestEntries } from './feed.reads.ts'

interface ChangesArgs extends PageArgs {
  readonly wait?: number | null | undefined
}

async function listChanges(args: ChangesArgs, { keyId }: Partner, context: Context) {
  const { first, after } = parsePageRequest(args)
  const seconds = args.wait ?? 0
  if (seconds < 0 || seconds > MAX_WAIT_SECONDS)
    throw invalidParameter(`wait takes 0 to ${MAX_WAIT_SECONDS} seconds.`)
  if (seconds > 0 && context.request.waitsForChanges)
    throw invalidParameter('Only one field of a request takes wait.')
  context.request.waitsForChanges ||= seconds > 0
  const cursors = cursorsOf(context, 'changes')
  const read = () => readChangesPage(poolOf(context), keyId, cursors, { after, first })
  const page = await read()
  const isAtEnd = page.mode === 'delta' && page.entries.length === 0
  if (seconds === 0 || after === null || !isAtEnd) return page
  const wait = context.feedWaiter.wait(keyId, page.end, seconds * 1_000)
  await (context.request.deadline?.exclude(wait) ?? wait)
  return read()
}

builder.queryFields((t) => ({
  changes: t.field({
    type: ChangesType,
    skipTypeScopes: true,
    authScopes: { partner: true },
    description:
      'The changes of the grants of the API key since a cursor, for all of its clients. Without a cursor: nothing but the cursor of what comes. It serves API keys only.',
    args: {
      ...pageArgs(t.arg),
      wait: t.arg.int({
        description: `How many seconds an empty answer waits for a change: 0 to ${MAX_WAIT_SECONDS}, 0 by default. Only one field of a request takes more than 0.`,
      }),
    },
    resolve: (_root, args, context) => listChanges(args, requirePartner(context), context),
  }),
  newestChanges: t.field({
    type: [ChangeType],
    skipTypeScopes: true,
    authScopes: { partner: true },
    description:
      'The latest changes of all clients of the API key, newest first. A client has at most one of its grant and one of its portfolio. It is for showing; a program that must miss nothing follows changes. It serves API keys only.',
    args: {
      first: t.arg.int({
        description: `The number of changes: 1 to ${MAX_PAGE_SIZE}, ${DEFAULT_PAGE_SIZE} by default.`,
      }),
    },
    resolve: (_root, args, context) => {
      const { keyId } = requirePartner(context)
      return readNewestEntries(poolOf(context), keyId, parsePageRequest(args).first)
    },
  }),
}))
