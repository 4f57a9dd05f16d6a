import type { Transaction } from '../../database/change.ts'
import type { PrismaClient } from '../../generated/prisma/client.ts'
import { isLanguage, type Language, SOURCE } from '../../values/languages.ts'

/** A person who was locked out gets no mail until they can sign in again, because the mailbox may not be theirs. */
export const REACHABLE = { OR: [{ lockedAt: null }, { accounts: { some: {} } }] }

const RECIPIENT = { email: true } as const

/** The client of a grant; null if they are locked out, and for a sandbox client, which is not a person. */
export function readClient(prisma: PrismaClient | Transaction, clientId: string) {
  const where = { id: clientId, sandboxFirmId: null, ...REACHABLE }
  return prisma.user.findFirst({ where, select: RECIPIENT })
}

/** The admins of a firm who can sign in or have yet to set their password. */
export function readAdmins(prisma: PrismaClient | Transaction, firmId: string) {
  const where = { memberships: { some: { firmId, role: 'admin' as const } }, ...REACHABLE }
  return prisma.user.findMany({ where, select: RECIPIENT, orderBy: { id: 'asc' } })
}

/** Whether the person with this address is one of these admins. */
export async function isAdmin(prisma: PrismaClient, firmId: string, email: string) {
  return (await readAdmins(prisma, firmId)).some((admin) => admin.email === email)
}

/** The language of the mails to this address: that of its person, or else English. */
export async function mailLanguageOf(prisma: PrismaClient, email: string): Promise<Language> {
  const user = await prisma.user.findUnique({ where: { email }, select: { mailLanguage: true } })
  return storedLanguage(user?.mailLanguage)
}

/** The language that is stored for a person. A later release may have stored one that this release does not know. */
export function storedLanguage(stored: string | null = null): Language {
  return isLanguage(stored) ? stored : SOURCE
}

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
