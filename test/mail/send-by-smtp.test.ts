import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createMailer } from '../../src/mail/mailer.ts'
import { runMailCommand } from '../../src/mail/run-mail-command.ts'
import { sendBySmtp } from '../../src/mail/send-by-smtp.ts'
import { readMails } from '../support/read-mail.ts'

const MAIL = { to: 'ada@example.com', subject: 'Grüße', text: 'One line.\n.\n.. and dots\n' }
const STORED = { id: 'mail_1', tries: 1, language: 'en' } as const
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
  const sent = mailerFor(url)?.send(MAIL, STORED, signal)
  return String(await sent?.catch((error: Error) => error))
}

test('a mail server gets a mail whole, from the set address, with an id, and marked from the second try on', async () => {
  const { taken, host } = await server()
  await mailerFor(`smtp://${host}`)?.send(MAIL, STORED)
  await mailerFor(`smtp://${host}`)?.send(MAIL, { ...STORED, tries: 2 })
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

test('a mail server gets the credentials of the address', async () => {
  const given: unknown[] = []
  const { host } = await server({
    authOptional: false,
    onAuth({ username, password }, _session, callback) {
      given.push([username, password])
      callback(null, { user: 'known' })
    },
  })
  await mailerFor(`smtp://us%40er:p%3Ass@${host}`)?.send(MAIL, STORED)
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

const folder = mkdtempSync(join(tmpdir(), 'orangery-mailer-'))
afterAll(() => rmSync(folder, { recursive: true }))

const commandMailer = (mailCommand: string) =>
  createMailer({ mailCommand, publicUrl, smtp: undefined })
const HOSTILE = { to: 'ada@example.com', subject: 'Hello', text: '$(touch owned) `touch owned`\n' }

test('the command gets the mail on its standard input, and nothing of it is run', async () => {
  const file = join(folder, 'mail')
  const mailer = commandMailer(`cd ${folder}; cat > ${file}`)
  await mailer?.send(HOSTILE, STORED)
  expect(readMails(readFileSync(file, 'utf8'))).toContain(HOSTILE.text)
  expect(existsSync(join(folder, 'owned'))).toBe(false)
  expect(mailer?.urlOf('/sign-in')).toBe('https://gateway.example.com/sign-in')
})

test('the error of a command that fails has neither the address nor the text', async () => {
  const mailer = commandMailer('cat; exit 3')
  const error = await mailer?.send(HOSTILE, STORED).catch((thrown: Error) => thrown)
  expect(String(error)).toContain('exited with code 3')
  expect(String(error)).not.toMatch(/ada@example|touch/)
})

test('a command is ended by the signal, also one that was given before', async () => {
  const mailer = commandMailer('exec sleep 60')
  const abort = new AbortController()
  const signals = [abort.signal, AbortSignal.abort()]
  const sent = signals.map((signal) => mailer?.send(HOSTILE, STORED, signal))
  abort.abort()
  // Both are awaited from now on: either may be the first to end.
  const ended = sent.map((each) => expect(each).rejects.toThrow('was ended by SIGKILL'))
  await Promise.all(ended)
})

test('a command that takes too long is ended with what it has started', async () => {
  const file = join(folder, 'pid')
  const command = { command: `sleep 60 & echo $! > ${file}; wait`, timeoutMs: 500 }
  const run = runMailCommand({ ...command, errors: 'ignore' }, HOSTILE.text)
  await expect(run).rejects.toThrow('was ended by SIGKILL')
  const pid = readFileSync(file, 'utf8').trim()
  // A process that has ended may wait to be collected: then its command line is empty.
  const commandLine = () =>
    existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
  await expect.poll(commandLine).toBe('')
})
