import { builder, type Context } from '../../schema/builder.ts'
import { enumType } from '../../schema/enums.ts'
import type { Language } from '../../values/languages.ts'
import { beginAction, requirePerson } from '../audit/acting-person.ts'
import { MAIL_TOPICS, type MailTopic, storedLanguage } from '../mails/recipients.ts'
import { chooseMailLanguage, chooseTopic } from './mail-settings.writes.ts'

const CHANGES_A_MINUTE = 30

const MailTopicType = enumType(
  'MailTopic',
  'The topics that a person can choose to get mails about.',
  {
    first_read: 'A firm read the portfolio for the first time under a grant.',
    reminders:
      'A grant ends in 30 or 7 days: to the client, and to the admins of the firm. Or a firm waits for an answer to a connection link: to the client.',
    new_browser: 'A sign-in in a browser that has not been used for the account before.',
    keys: 'A key of the firm ends in 14 days, or has not been used for 90 days: to its admins.',
  } satisfies Record<MailTopic, string>,
)

const LanguageType = enumType(
  'Language',
  'A language of the portal and of mails, by its ISO 639 code.',
  {
    en: 'English.',
    de: 'German.',
    ar: 'Arabic.',
  } satisfies Record<Language, string>,
)

type MailSettings = Awaited<ReturnType<typeof readSettings>>
type MailChoice = MailSettings['choices'][number]

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

const MailSettingsType = builder.objectRef<MailSettings>('MailSettings').implement({
  description: 'Which mails a person gets, and in which language.',
  fields: (t) => ({
    id: t.exposeID('userId', { description: 'Identifies the person.' }),
    language: t.expose('language', {
      description:
        'The language of the mails: the chosen one, or that of the first sign-in since mails have languages.',
      type: LanguageType,
    }),
    isSent: t.boolean({
      description: 'Whether this gateway sends mail.',
      resolve: (_settings, _args, { sendsMail }) => sendsMail,
    }),
    choices: t.expose('choices', {
      description: 'The topics that the person wants mails about, each once.',
      type: [MailChoiceType],
    }),
  }),
})

builder.queryField('mailSettings', (t) =>
  t.field({
    type: MailSettingsType,
    description: 'The settings of the mails to the caller.',
    resolve: (_root, _args, context) => readSettings(requirePerson(context).userId, context),
  }),
)

builder.mutationFields((t) => ({
  chooseMail: t.field({
    type: MailSettingsType,
    description: 'Turns the mails to the caller about a topic on or off. Idempotent.',
    args: {
      topic: t.arg({ description: 'The topic.', type: MailTopicType, required: true }),
      wanted: t.arg.boolean({ description: 'Whether to send them.', required: true }),
    },
    resolve: async (_root, choice, context, info) => {
      const by = await beginAction(context, info, CHANGES_A_MINUTE)
      await chooseTopic(by, { ...choice, userId: by.person.userId })
      return readSettings(by.person.userId, context)
    },
  }),
  chooseMailLanguage: t.field({
    type: MailSettingsType,
    description: 'Chooses the language of the mails to the caller. Idempotent.',
    args: {
      language: t.arg({ description: 'The language.', type: LanguageType, required: true }),
    },
    resolve: async (_root, choice, context, info) => {
      const by = await beginAction(context, info, CHANGES_A_MINUTE)
      await chooseMailLanguage(by, { ...choice, userId: by.person.userId })
      return readSettings(by.person.userId, context)
    },
  }),
}))

async function readSettings(userId: string, { database }: Context) {
  const user = await database.prisma.user.findUniqueOrThrow({ where: { id: userId } })
  const choices = MAIL_TOPICS.map((topic) => ({
    userId,
    topic,
    isWanted: !user.mutedTopics.includes(topic),
  }))
  return { userId, language: storedLanguage(user.mailLanguage), choices }
}
