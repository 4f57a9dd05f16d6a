import { builder, derivedId, instant } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { EndReasonType } from '../grants/end-reason.type.ts'
import type { Effect } from '../grants/grant-terms.ts'
import type { ChangesPage, FeedMode } from './changes-page.ts'
import type { FeedEntry } from './feed.reads.ts'

// A name in GraphQL has no point.
const ChangeTypeType = builder.enumType('ChangeType', {
  description: 'The kind of a change of a grant of a key.',
  values: {
    grant_given: {
      value: 'grant.given',
      description: 'A client gave a grant, or an expired grant can be used again.',
    },
    grant_changed: { value: 'grant.changed', description: 'The terms of a grant changed.' },
    grant_ended: {
      value: 'grant.ended',
      description: 'The key can no longer read under a grant.',
    },
    portfolio_changed: {
      value: 'portfolio.changed',
      description: 'Something that the grant shows changed.',
    },
  } as const satisfies Record<string, { value: FeedEntry['type']; description: string }>,
})

const EffectType = enumType('GrantEffect', 'The effect of a change of the terms on the access.', {
  narrowed: 'It shows less, or other assets.',
  widened: 'It shows more, or other assets.',
  extended: 'It ends later, or no longer ends.',
  shortened: 'It ends earlier.',
} satisfies Record<Effect, string>)

const ChangesModeType = enumType(
  'ChangesMode',
  'The kind of list that the pages of a walk through the changes are.',
  {
    full: 'Every live grant of the key. A client that the walk does not list can no longer be read.',
    delta: 'The changes since the cursor.',
  } satisfies Record<FeedMode, string>,
)

const ChangedGrantType = builder.objectRef<FeedEntry['grant']>('ChangedGrant').implement({
  description: 'The grant of a change.',
  fields: (t) => ({
    id: derivedId(t, 'changed', 'Identifies the grant and its changes together.'),
    grantId: t.exposeID('id', { description: 'grant_ and a ULID.' }),
    version: t.exposeInt('version', { description: 'Its version when the change was read.' }),
  }),
})

export const ChangeType = builder.objectRef<FeedEntry>('Change').implement({
  description:
    'A change of a grant, or of what it shows. It has no data of the portfolio. A client has one change of a type for several that followed each other.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Unique. The same change has the same id each time.' }),
    type: t.expose('type', { description: 'The kind of change.', type: ChangeTypeType }),
    at: instant(
      t,
      'at',
      'When it happened. For portfolio_changed the as_of that a walk of the assets gives.',
    ),
    clientId: t.exposeID('clientId', { description: 'The user id of the client.' }),
    grant: t.expose('grant', { description: 'The grant.', type: ChangedGrantType }),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        'The id that the firm gave the client in its connection link. Null: it gave none.',
    }),
    reason: t.expose('reason', {
      description: 'Why the grant ended. Null for other changes.',
      type: EndReasonType,
      nullable: true,
    }),
    effect: t.expose('effect', {
      description: 'The effects of the change of the terms. Null for other changes.',
      type: [EffectType],
      nullable: true,
    }),
    deletionRequested: t.boolean({
      description:
        'True if the client who ended the grant asks the firm to delete what it has read. Null otherwise.',
      nullable: true,
      resolve: ({ isDeletionRequested }) => isDeletionRequested || null,
    }),
  }),
})

export const ChangesType = builder.objectRef<ChangesPage>('Changes').implement({
  description: 'A page of the changes of a key, oldest first.',
  fields: (t) => ({
    mode: t.expose('mode', {
      description: 'Full after a restore of the database, and delta otherwise.',
      type: ChangesModeType,
    }),
    nodes: t.expose('entries', { description: 'The changes of the page.', type: [ChangeType] }),
    nextCursor: t.exposeString('nextCursor', {
      description: 'The cursor to send next, also if nothing follows now.',
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether another page follows now.' }),
  }),
})
