import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createMailer } from '../../src/mail/mailer.ts'
import { readMails } from '../support/read-mail.ts'

/** A mailer that appends every mail to a file, and the mails that it was given. */
export function mailbox() {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-mailbox-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'mails')
  writeFileSync(file, '')
  const publicUrl = 'http://gateway.example.com'
  const mailer = createMailer({ mailCommand: `cat >> ${file}`, publicUrl, smtp: undefined })
  if (mailer === null) throw new Error('The mailbox has no mailer.')
  return { mailer, mails: () => readMails(readFileSync(file, 'utf8')) }
}
