import type { Mail } from '../../src/mail/format-mail.ts'
import type { Mailer } from '../../src/mail/mailer.ts'

/** A mailer that keeps the mails, and takes none while it `fails`. */
export function testMailer(): Mailer & { readonly mails: Mail[]; fails: boolean } {
  const mails: Mail[] = []
  return {
    mails,
    fails: false,
    urlOf: (path) => `https://gateway.example.com${path}`,
    async send(mail) {
      if (this.fails) throw new Error('the command failed')
      mails.push(mail)
    },
  }
}

/** The links that were mailed to an address. */
export function linksTo({ mails }: { readonly mails: readonly Mail[] }, email: string): string[] {
  return mails
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => /^https:\S+\/invitation\/\S+$/m.exec(text) ?? [])
}
