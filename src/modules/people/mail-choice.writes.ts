import { change } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { type Actor, recordEvent } from '../audit/audit.writes.ts'
import { MAIL_TOPICS, type MailTopic } from '../mails/topics.ts'
import { lockUser } from './person.writes.ts'

interface Choice {
  readonly userId: string
  readonly topic: MailTopic
  /** Whether the person wants mails about it. */
  readonly wanted: boolean
}

/** Stores a choice of a person. Idempotent: a repeated call records no event. */
export function chooseTopic(
  prisma: PrismaClient,
  actor: Actor,
  { userId, topic, wanted }: Choice,
): Promise<void> {
  return change(prisma, async (tx) => {
    await lockUser(tx, userId)
    const { mutedTopics } = await tx.user.findUniqueOrThrow({ where: { id: userId } })
    if (wanted !== mutedTopics.includes(topic)) return
    const muted = MAIL_TOPICS.filter((each) =>
      each === topic ? !wanted : mutedTopics.includes(each),
    )
    await tx.user.updateMany({ where: { id: userId }, data: { mutedTopics: muted } })
    const details = { topic, wanted }
    await recordEvent(tx, { actor, action: 'person.mail_chosen', subject: userId, details })
  })
}
