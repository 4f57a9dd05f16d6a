import { builder } from '../../schema/builder.ts'
import type { Context } from '../../schema/context.ts'
import { enumValues } from '../../schema/enum-values.ts'
import { beginAction, requirePerson } from '../audit/acting-person.ts'
import { MAIL_TOPICS, type MailTopic } from '../mails/topics.ts'
import { chooseTopic } from './mail-choice.writes.ts'

const CHANGES_A_MINUTE = 30

const MailTopicType = builder.enumType('MailTopic', {
  description: 'What a person can choose to get mails about.',
  values: enumValues({
    first_read: 'A firm read the portfolio for the first time under a grant.',
    reminders: 'A grant ends in 30 or 7 days: to the client, and to the admins of the firm.',
    new_browser: 'A sign-in in a browser that has not been used for the account before.',
    keys: 'A key of the firm ends in 14 days, or has not been used for 90 days: to its admins.',
  } satisfies Record<MailTopic, string>),
})

interface MailChoice {
  readonly userId: string
  readonly topic: MailTopic
  readonly isWanted: boolean
}

const MailChoiceType = builder.objectRef<MailChoice>('MailChoice').implement({
  description: 'Whether a person wants mails about a topic.',
  fields: (t) => ({
    id: t.id({
      description: 'Identifies the person and the topic together.',
      resolve: ({ userId, topic }) => `${userId}:${topic}`,
    }),
    topic: t.expose('topic', { description: 'The topic.', type: MailTopicType }),
    isWanted: t.exposeBoolean('isWanted', { description: 'Whether mails about it are sent.' }),
  }),
})

builder.queryField('mailChoices', (t) =>
  t.field({
    type: [MailChoiceType],
    authScopes: { person: true },
    description: 'What the caller wants mails about, each topic once.',
    resolve: (_root, _args, context) => readChoices(requirePerson(context).userId, context),
  }),
)

builder.mutationField('chooseMail', (t) =>
  t.field({
    type: [MailChoiceType],
    authScopes: { person: true },
    description: 'Turns the mails to the caller about a topic on or off. Idempotent.',
    args: {
      topic: t.arg({ description: 'The topic.', type: MailTopicType, required: true }),
      wanted: t.arg.boolean({ description: 'Whether to send them.', required: true }),
    },
    resolve: async (_root, { topic, wanted }, context, info) => {
      const { person, actor } = await beginAction(context, info, CHANGES_A_MINUTE)
      const { userId } = person
      await chooseTopic(context.database.prisma, actor, { userId, topic, wanted })
      return readChoices(userId, context)
    },
  }),
)

async function readChoices(userId: string, { database }: Context): Promise<MailChoice[]> {
  const { mutedTopics } = await database.prisma.user.findUniqueOrThrow({ where: { id: userId } })
  return MAIL_TOPICS.map((topic) => ({ userId, topic, isWanted: !mutedTopics.includes(topic) }))
}
