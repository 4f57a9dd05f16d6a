import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { createMailer } from '../../src/mail/mailer.ts'
import { sendBySmtp } from '../../src/mail/send-by-smtp.ts'
import { wordsIn } from '../../src/mail/words.ts'
import { invitationMail, passwordResetMail } from '../../src/modules/people/invitation-mail.ts'
import { readMails } from '../support/read-mail.ts'

const MAIL = { to: 'ada@example.com', subject: 'Grüße', text: 'One line.\n.\n.. and dots\n' }
const publicUrl = 'https://gateway.example.com'
const from = 'mail@example.com'
const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

interface Taken {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}

/** A mail server on loopback, with what it has taken. */
async function server(options: SMTPServerOptions = {}) {
  const taken: Taken[] = []
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const sender = mailFrom ? mailFrom.address : ''
        const to = rcptTo.map(({ address }) => address)
        taken.push({ from: sender, to, text: Buffer.concat(parts).toString() })
        callback()
      })
    },
    ...options,
  })
  smtp.on('error', () => {})
  const listening = smtp.listen(0, '127.0.0.1')
  ends.push(() => smtp.close())
  return { taken, host: await hostOf(listening) }
}

async function hostOf(listening: Server): Promise<string> {
  if (!listening.listening) await once(listening, 'listening')
  const address = listening.address()
  return `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

const mailerFor = (url: string) =>
  createMailer({ mailCommand: undefined, smtp: { url, from }, publicUrl })

async function failureOf(url: string, signal?: AbortSignal): Promise<string> {
  const sent = mailerFor(url)?.send(MAIL, { id: 'mail_1', tries: 1, language: 'en' }, signal)
  return String(await sent?.catch((error: Error) => error))
}

test('a mail server gets a mail whole, from the set address, with an id, and marked from the second try on', async () => {
  const { taken, host } = await server()
  await mailerFor(`smtp://${host}`)?.send(MAIL, { id: 'mail_1', tries: 1, language: 'en' })
  await mailerFor(`smtp://${host}`)?.send(MAIL, { id: 'mail_1', tries: 2, language: 'en' })
  expect(taken.map((mail) => [mail.from, mail.to])).toEqual(Array(2).fill([from, [MAIL.to]]))
  const [first = '', second = ''] = taken.map(({ text }) => text.replaceAll('\r\n', '\n'))
  expect(first).toMatch(/^From: mail@example\.com\nDate: .* \+0000\nTo: ada@example\.com\n/)
  expect(first).toContain('Subject: =?utf-8?B?')
  expect(first.endsWith(`\n\n${MAIL.text}`)).toBe(true)
  for (const text of [first, second])
    expect(text).toContain('\nMessage-ID: <mail_1@gateway.example.com>\n')
  expect(first).not.toContain('X-Orangery-Attempt')
  expect(second).toContain('\nX-Orangery-Attempt: 2\n')
})

test.each([
  'de',
  'ar',
] as const)('a mail server that takes ASCII alone gets each mail in %s', async (language) => {
  const { taken, host } = await server({ hide8BITMIME: true, hideSMTPUTF8: true })
  const invitation = { name: 'Ada Hale', email: MAIL.to, expiresAt: new Date(0) }
  const link = `${publicUrl}/invitation/inv_${'0'.repeat(60)}`
  const all = { ...invitation, link, ends: ['sessions', 'passkeys'] as const }
  for (const mailOf of [invitationMail, passwordResetMail]) {
    const mail = mailOf(all, wordsIn(language))
    await mailerFor(`smtp://${host}`)?.send(mail, { id: 'mail_1', tries: 1, language })
    const text = (taken.at(-1)?.text ?? '').replaceAll('\r\n', '\n')
    expect(text).toMatch(/^(?:[\x20-\x7e]{0,76}\n)+$/)
    expect(readMails(text).endsWith(`\n\n${mail.text}`)).toBe(true)
  }
  expect(taken).toHaveLength(2)
})

test('a mail server gets the credentials of the address', async () => {
  const given: unknown[] = []
  const { host } = await server({
    authOptional: false,
    onAuth({ username, password }, _session, callback) {
      given.push([username, password])
      callback(null, { user: 'known' })
    },
  })
  await mailerFor(`smtp://us%40er:p%3Ass@${host}`)?.send(MAIL, {
    id: 'mail_1',
    tries: 1,
    language: 'en',
  })
  expect(given).toEqual([['us@er', 'p:ss']])
})

test('a mail server gets no password where it has no TLS, unless it is on this machine', async () => {
  const given: unknown[] = []
  const { host } = await server({
    onAuth({ password }, _session, callback) {
      given.push(password)
      callback(null, { user: 'known' })
    },
  })
  // Another name of this machine, which does not say so.
  const elsewhere = host.replace('127.0.0.1', '0.0.0.0')
  expect(await failureOf(`smtp://user:canary@${elsewhere}`)).toContain('SMTP_URL answered')
  expect(given).toEqual([])
})

test('a mail server is named by its code alone where it refuses: neither address nor password is in the error', async () => {
  const { host } = await server({
    onRcptTo: ({ address }, _session, callback) => callback(new Error(`no ${address} here`)),
  })
  const failure = await failureOf(`smtp://${host}`)
  expect(failure).toContain('The mail was not sent: SMTP_URL answered EENVELOPE, 550.')
  const refusing = await server({
    onAuth: ({ password }, _session, callback) => callback(new Error(`not ${password}`)),
  })
  const refused = await failureOf(`smtp://user:canary@${refusing.host}`)
  expect(refused).toContain('SMTP_URL answered EAUTH')
  expect(failure + refused).not.toMatch(/ada@example|canary/)
})

test('a mail server that says nothing is left at the signal, and that is not there at once', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  ends.push(() => silent.close())
  const host = await hostOf(silent)
  expect(await failureOf(`smtp://${host}`, AbortSignal.timeout(200))).toContain('took too long')
  expect(await failureOf(`smtp://${host}`, AbortSignal.abort())).toContain('took too long')
  expect(await failureOf('smtp://127.0.0.1:1')).toContain('SMTP_URL')
})

test('a mail server whose certificate nobody knows gets no mail', async () => {
  const { taken, host } = await server({ secure: true, disabledCommands: [] })
  expect(await failureOf(`smtps://${host}`)).toContain('SMTP_URL')
  const upgraded = await server({ disabledCommands: [] })
  expect(await failureOf(`smtp://${upgraded.host}`)).toContain('SMTP_URL')
  expect([...taken, ...upgraded.taken]).toEqual([])
})

test.each([
  'ada@example.com\r\nRCPT TO:<eve@example.com>',
  'ada@example.com>\nDATA',
])('no address becomes a command: %j', async (to) => {
  const { taken, host } = await server()
  const sent = sendBySmtp({ url: `smtp://${host}`, from }, to, 'x', AbortSignal.timeout(5_000))
  await expect(sent).rejects.toThrow('not sent')
  expect(taken).toEqual([])
})
