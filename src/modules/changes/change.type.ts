import { builder } from '../../schema/builder.ts'
import { enumValues } from '../../schema/enums.ts'
import { EndReasonType } from '../grants/grant-end.type.ts'
import type { Effect } from '../grants/grant-terms.ts'
import type { ChangesPage, FeedMode } from './changes-page.ts'
import type { FeedEntry } from './feed.reads.ts'

const CHANGE_TYPES = {
  grant_given: 'A client gave a grant, or an expired grant can be used again.',
  grant_changed: 'The terms of a grant changed.',
  grant_ended: 'The key can no longer read under a grant.',
  portfolio_changed: 'Something that the grant shows changed.',
} as const

const ChangeTypeType = builder.enumType('ChangeType', {
  description: 'What happened to a grant of a key.',
  values: enumValues(CHANGE_TYPES),
})

const EffectType = builder.enumType('GrantEffect', {
  description: 'What a change of the terms did to the access.',
  values: enumValues({
    narrowed: 'It shows less, or other assets.',
    widened: 'It shows more, or other assets.',
    extended: 'It ends later, or no longer ends.',
    shortened: 'It ends earlier.',
  } satisfies Record<Effect, string>),
})

const ChangesModeType = builder.enumType('ChangesMode', {
  description: 'What the pages of a walk through the changes list.',
  values: enumValues({
    full: 'Every live grant of the key. A client that the walk does not list can no longer be read.',
    delta: 'What changed since the cursor.',
  } satisfies Record<FeedMode, string>),
})

const ChangedGrantType = builder.objectRef<FeedEntry>('ChangedGrant').implement({
  description: 'The grant of a change.',
  fields: (t) => ({
    id: t.id({ description: 'grant_ and a ULID.', resolve: ({ grant }) => grant.id }),
    version: t.int({
      description: 'Its version when the change was read.',
      resolve: ({ grant }) => grant.version,
    }),
  }),
})

export const ChangeType = builder.objectRef<FeedEntry>('Change').implement({
  description:
    'A change of a grant, or of what it shows. It has no data of the portfolio. A client has one change of a type for several that followed each other.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Unique. The same change has the same id each time.' }),
    type: t.field({ description: 'What happened.', type: ChangeTypeType, resolve: typeOf }),
    at: t.field({
      description:
        'When it happened. For portfolio_changed the as_of that a walk of the assets gives.',
      type: 'DateTime',
      resolve: ({ at }) => at,
    }),
    clientId: t.exposeID('clientId', { description: 'The user id of the client.' }),
    grant: t.field({
      description: 'The grant.',
      type: ChangedGrantType,
      resolve: (entry) => entry,
    }),
    reference: t.exposeString('reference', {
      nullable: true,
      description:
        'The id that the firm gave the client in its connection link. Null: it gave none.',
    }),
    reason: t.field({
      description: 'Why the grant ended. Null for other changes.',
      type: EndReasonType,
      nullable: true,
      resolve: ({ reason }) => reason,
    }),
    effect: t.field({
      description: 'What the change of the terms did. Null for other changes.',
      type: [EffectType],
      nullable: true,
      resolve: ({ effect }) => effect,
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
    mode: t.field({
      description: 'Full after a restore of the database, and delta otherwise.',
      type: ChangesModeType,
      resolve: ({ mode }) => mode,
    }),
    nodes: t.field({
      description: 'The changes of the page.',
      type: [ChangeType],
      resolve: ({ entries }) => entries,
    }),
    nextCursor: t.exposeString('nextCursor', {
      description: 'The cursor to send next, also if nothing follows now.',
    }),
    hasMore: t.exposeBoolean('hasMore', { description: 'Whether another page follows now.' }),
  }),
})

// A name in GraphQL has no point.
function typeOf({ type }: FeedEntry): keyof typeof CHANGE_TYPES {
  switch (type) {
    case 'grant.given':
      return 'grant_given'
    case 'grant.changed':
      return 'grant_changed'
    case 'grant.ended':
      return 'grant_ended'
    case 'portfolio.changed':
      return 'portfolio_changed'
  }
}
