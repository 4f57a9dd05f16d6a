import type { PrismaClient } from '../../generated/prisma/client.ts'
import { isLanguage, type Language, SOURCE } from '../../values/languages.ts'

/** The language of the mails to this address: that of its person, or else English. */
export async function mailLanguageOf(prisma: PrismaClient, email: string): Promise<Language> {
  const user = await prisma.user.findUnique({ where: { email }, select: { mailLanguage: true } })
  return storedLanguage(user?.mailLanguage)
}

/** The language that is stored for a person. A later release can have stored one that this release does not know. */
export function storedLanguage(stored: string | null = null): Language {
  return isLanguage(stored) ? stored : SOURCE
}
