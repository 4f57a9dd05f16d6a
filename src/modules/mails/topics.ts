import type { Transaction } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'

/**
 * The topics that a person can choose to get mails about. Receipts, the yearly question whether a grant is still in
 * use, and changes of how they sign in are not among them: consent and safety need them.
 */
export const MAIL_TOPICS = ['first_read', 'reminders', 'new_browser', 'keys'] as const
export type MailTopic = (typeof MAIL_TOPICS)[number]

/** Whether the person with this address gets mails about the topic. */
export async function wantsMail(
  prisma: PrismaClient | Transaction,
  email: string,
  topic: MailTopic,
): Promise<boolean> {
  return (await prisma.user.count({ where: { email, mutedTopics: { has: topic } } })) === 0
}
