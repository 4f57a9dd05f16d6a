import { newestFirst } from '../../database/ordered.reads.ts'
import type { SignInEvent } from '../../generated/prisma/client.ts'
import { builder, type Context, instant } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import { listBelow, listType, type Parent, pageArgs } from '../../schema/list.type.ts'
import type { Bound } from '../../schema/list-cursors.ts'
import { PageLoaders } from '../../schema/page-loaders.ts'
import { type PageArgs, parsePageRequest } from '../../schema/paging.ts'
import { requirePerson } from '../audit/acting-person.ts'
import {
  boundEvents,
  type EventFilterArgs,
  lastDaysArg,
  parseEventFilter,
} from '../audit/event-filter.ts'

const SignInEventType = builder.objectRef<SignInEvent>('SignInEvent').implement({
  description:
    'A sign-in, a failed attempt, or a change of the sign-in settings. Stored for 400 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the event.' }),
    at: instant(t, 'at', 'When it first happened.'),
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

export const SignInEventList = listType('SignInEventsConnection', SignInEventType)

builder.queryField('signInEvents', (t) =>
  t.field({
    type: SignInEventList,
    description:
      'Sign-ins, failed attempts and other events of the caller’s own account, newest first. For portal sessions.',
    args: {
      ...pageArgs(t.arg),
      kinds: t.arg({ type: [SignInKindType], description: 'Only events of these kinds.' }),
      lastDays: lastDaysArg(t.arg),
    },
    resolve: (_root, args, context) => {
      const parent = { id: requirePerson(context).userId, loaders: new PageLoaders() }
      return listSignInEvents(parent, () => ['signInEvents', boundEvents(args)], args, context)
    },
  }),
)

/** A page of the events of one account, newest first. Its cursors are bound to these values. */
export function listSignInEvents(
  parent: Parent,
  bound: (id: string) => readonly [name: string, ...Bound[]],
  args: PageArgs & EventFilterArgs<SignInKind>,
  context: Context,
) {
  const { database, request } = context
  const userId = parent.id
  return listBelow(parent, parsePageRequest(args), context, {
    rows: {
      from: 'sign_in_events r',
      parent: 'r.user_id',
      order: newestFirst('r.at'),
      conditions: parseEventFilter(SIGN_IN_KINDS, args, request.now),
    },
    noun: 'event',
    bound,
    read: (ids) =>
      database.prisma.signInEvent.findMany({ where: { userId, id: { in: [...ids] } } }),
    toNode: (row) => row,
  })
}

/** The kind of every action that is recorded as a sign-in event. */
export const SIGN_IN_KINDS = {
  sign_in: 'sign_in',
  second_step: 'sign_in',
  passkey_sign_in: 'sign_in',
  passkey_sign_in_begin: 'sign_in',
  confirm: 'sign_in',
  passkey_confirm_begin: 'sign_in',
  sign_out: 'session',
  session_end: 'session',
  oldest_session_end: 'session',
  other_sessions_end: 'session',
  password_change: 'password',
  password_reset: 'password',
  invitation: 'password',
  second_factor_begin: 'second_factor',
  second_factor_off: 'second_factor',
  recovery_codes: 'second_factor',
  passkey_add_begin: 'passkey',
  passkey_add: 'passkey',
  passkey_rename: 'passkey',
  passkey_remove: 'passkey',
  firm_join: 'firm',
} as const

export type SignInAction = keyof typeof SIGN_IN_KINDS
type SignInKind = (typeof SIGN_IN_KINDS)[SignInAction]

const SignInKindType = enumType('SignInEventKind', 'A kind of sign-in events.', {
  sign_in:
    'Sign-ins, with a password or a passkey, codes and confirmed identities, with failed attempts.',
  session: 'Sessions that were signed out, or ended because there were too many.',
  password: 'Passwords that were set, changed or requested.',
  second_factor: 'Two-step verification and its recovery codes.',
  passkey: 'Passkeys that were added, renamed or removed.',
  firm: 'Firms that the user joined.',
} satisfies Record<SignInKind, string>)
