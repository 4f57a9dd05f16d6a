import { builder } from '../../schema/builder.ts'
import { poolOf } from '../../schema/context.ts'
import { listType } from '../../schema/list.type.ts'
import {
  createConnection,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  parsePageRequest,
} from '../../schema/paging.ts'
import { parseInstant } from '../../values/instant.ts'
import { requirePerson } from '../audit/acting-person.ts'
import { countSignInEvents, readSignInEvents, type SignInEventRow } from './sign-in-event.reads.ts'

const SignInEventType = builder.objectRef<SignInEventRow>('SignInEvent').implement({
  description: 'Something that happened to how the caller signs in. Kept for 400 days.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the event.' }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened first.' }),
    action: t.exposeString('action', { description: 'Such as sign_in; an open list.' }),
    outcome: t.exposeString('outcome', { description: '“ok”, or the code of the refusal.' }),
    times: t.exposeInt('times', { description: 'How often, within the same minute.' }),
    ipAddress: t.exposeString('ip_address', {
      nullable: true,
      description: 'The address that the request came from.',
    }),
    userAgent: t.exposeString('user_agent', {
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
      'Sign-ins, failed tries and other events of the caller’s own account, newest first. For portal sessions.',
    args: t.arg.connectionArgs(),
    resolve: async (_root, args, context) => {
      const pool = poolOf(context)
      const { userId } = requirePerson(context)
      const page = parsePageRequest(args)
      const after = parsePosition(page.after)
      const rows = await readSignInEvents(pool, userId, { limit: page.first + 1, after })
      const cursorOf = (row: SignInEventRow) => encodeCursor([row.at.toISOString(), row.id])
      const count = () => countSignInEvents(pool, userId)
      return { ...createConnection(rows, page, cursorOf, (row) => row), count }
    },
  }),
)

function parsePosition(cursor: string | null): { at: Date; id: string } | null {
  if (cursor === null) return null
  const [text = '', id = ''] = decodeCursor(cursor, /^\d{4}-/, /^event_\w+$/)
  const at = parseInstant(text)
  if (!at) throw invalidCursor()
  return { at, id }
}
