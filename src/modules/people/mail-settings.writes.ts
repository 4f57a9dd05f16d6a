import { change, type Transaction } from '../../database/change.ts'
import type { Language } from '../../values/languages.ts'
import { type Action, recordEvent } from '../audit/audit.writes.ts'
import { MAIL_TOPICS, type MailTopic } from '../mails/recipients.ts'
import { lockUser } from './person.writes.ts'

interface TopicChoice {
  readonly userId: string
  readonly topic: MailTopic
  readonly wanted: boolean
}

/** Stores a choice of the person. Idempotent: a repeated call records no event. */
export function chooseTopic(by: Action, { userId, topic, wanted }: TopicChoice): Promise<void> {
  return change(by.prisma, async (tx) => {
    await lockUser(tx, userId)
    const { mutedTopics } = await tx.user.findUniqueOrThrow({ where: { id: userId } })
    if (wanted !== mutedTopics.includes(topic)) return
    const muted = MAIL_TOPICS.filter((each) =>
      each === topic ? !wanted : mutedTopics.includes(each),
    )
    await tx.user.updateMany({ where: { id: userId }, data: { mutedTopics: muted } })
    const details = { topic, wanted }
    await recordEvent(tx, by.actor, { action: 'person.mail_chosen', subject: userId, details })
  })
}

interface LanguageChoice {
  readonly userId: string
  readonly language: Language
}

/** Stores the language of the mails to the person. Idempotent: a repeated call records no event. */
export function chooseMailLanguage(
  by: Action,
  { userId, language }: LanguageChoice,
): Promise<void> {
  return change(by.prisma, async (tx) => {
    const isOther = { OR: [{ mailLanguage: null }, { mailLanguage: { not: language } }] }
    const where = { id: userId, ...isOther }
    const { count } = await tx.user.updateMany({ where, data: { mailLanguage: language } })
    if (count === 0) return
    const details = { language }
    await recordEvent(tx, by.actor, { action: 'person.mail_language', subject: userId, details })
  })
}

/** Stores the language in which a person signs in as that of their mails, unless one is stored. */
export async function keepLanguage(tx: Transaction, { userId, language }: LanguageChoice) {
  const where = { id: userId, mailLanguage: null }
  await tx.user.updateMany({ where, data: { mailLanguage: language } })
}
