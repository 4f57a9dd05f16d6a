import { requirePartner } from '../../schema/auth-scopes.ts'
import { builder } from '../../schema/builder.ts'
import { poolOf } from '../../schema/context.ts'
import { parsePageRequest } from '../../schema/paging.ts'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../values/page-size.ts'
import { ChangeType } from './change.type.ts'
import { readNewestEntries } from './feed.reads.ts'

builder.queryField('newestChanges', (t) =>
  t.field({
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
    resolve: (_root, args, context) =>
      readNewestEntries(
        poolOf(context),
        requirePartner(context).keyId,
        parsePageRequest(args).first,
      ),
  }),
)
