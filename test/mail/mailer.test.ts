import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createMailer } from '../../src/mail/mailer.ts'
import { runMailCommand } from '../../src/mail/run-mail-command.ts'
import { readMails } from '../support/read-mail.ts'

const folder = mkdtempSync(join(tmpdir(), 'orangery-mailer-'))
afterAll(() => rmSync(folder, { recursive: true }))
const publicUrl = 'https://gateway.example.com'
const STORED = { id: 'mail_1', tries: 1, language: 'en' } as const
const MAIL = { to: 'ada@example.com', subject: 'Hello', text: '$(touch owned) `touch owned`\n' }

test('without a command there is no mailer', () => {
  expect(createMailer({ mailCommand: undefined, publicUrl })).toBeNull()
})

test('the command gets the mail on its standard input, and nothing of it is run', async () => {
  const file = join(folder, 'mail')
  const mailer = createMailer({ mailCommand: `cd ${folder}; cat > ${file}`, publicUrl })
  await mailer?.send(MAIL, STORED)
  expect(readMails(readFileSync(file, 'utf8'))).toContain(MAIL.text)
  expect(existsSync(join(folder, 'owned'))).toBe(false)
  expect(mailer?.urlOf('/sign-in')).toBe('https://gateway.example.com/sign-in')
})

test('the error of a command that fails has neither the address nor the text', async () => {
  const mailer = createMailer({ mailCommand: 'cat; exit 3', publicUrl })
  const error = await mailer?.send(MAIL, STORED).catch((thrown: Error) => thrown)
  expect(String(error)).toContain('exited with code 3')
  expect(String(error)).not.toMatch(/ada@example|touch/)
})

test('a command is ended by the signal, also one that was given before', async () => {
  const mailer = createMailer({ mailCommand: 'exec sleep 60', publicUrl })
  const abort = new AbortController()
  const sent = [
    mailer?.send(MAIL, STORED, abort.signal),
    mailer?.send(MAIL, STORED, AbortSignal.abort()),
  ]
  abort.abort()
  // Both are awaited from now on: either may be the first to end.
  const ended = sent.map((each) => expect(each).rejects.toThrow('was ended by SIGKILL'))
  await Promise.all(ended)
})

test('a command that takes too long is ended with what it has started', async () => {
  const file = join(folder, 'pid')
  const command = { command: `sleep 60 & echo $! > ${file}; wait`, timeoutMs: 500 }
  const run = runMailCommand({ ...command, errors: 'ignore' }, MAIL.text)
  await expect(run).rejects.toThrow('was ended by SIGKILL')
  const pid = readFileSync(file, 'utf8').trim()
  // What has ended may wait to be collected: then its command line is empty.
  const commandLine = () =>
    existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
  await expect.poll(commandLine).toBe('')
})
