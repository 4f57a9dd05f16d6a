import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { createMailer } from '../../src/mail/mailer.ts'
import { runMailCommand } from '../../src/mail/run-mail-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'orangery-mailer-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log: string[] = []
const logger = pino({}, { write: (line: string) => void log.push(line) })
const publicUrl = 'https://gateway.example.com'
const MAIL = { to: 'ada@example.com', subject: 'Hello', text: '$(touch owned) `touch owned`\n' }

test('without a command there is no mailer', () => {
  expect(createMailer({ mailCommand: undefined, publicUrl }, logger)).toBeNull()
})

test('the command gets the mail on its standard input, and nothing of it is run', async () => {
  const file = join(folder, 'mail')
  const mailer = createMailer({ mailCommand: `cd ${folder}; cat > ${file}`, publicUrl }, logger)
  expect(await mailer?.send(MAIL)).toBe(true)
  expect(readFileSync(file, 'utf8')).toContain(MAIL.text)
  expect(existsSync(join(folder, 'owned'))).toBe(false)
  expect(mailer?.urlOf('/sign-in')).toBe('https://gateway.example.com/sign-in')
})

test('a command that fails is logged without the address and the text', async () => {
  const mailer = createMailer({ mailCommand: 'cat; exit 3', publicUrl }, logger)
  expect(await mailer?.send(MAIL)).toBe(false)
  expect(log.join('')).toContain('exited with code 3')
  expect(log.join('')).not.toMatch(/ada@example|touch/)
})

test('a command that takes too long is ended with what it has started', async () => {
  const file = join(folder, 'pid')
  const command = { command: `sleep 60 & echo $! > ${file}; wait`, timeoutMs: 500 }
  const run = runMailCommand({ ...command, errors: 'ignore' }, MAIL)
  await expect(run).rejects.toThrow('was ended by SIGKILL')
  const pid = readFileSync(file, 'utf8').trim()
  // What has ended may wait to be collected: then its command line is empty.
  const commandLine = () =>
    existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : ''
  await expect.poll(commandLine).toBe('')
})

test('of many mails at the same time, the first eight are sent', async () => {
  const mailer = createMailer({ mailCommand: 'cat > /dev/null', publicUrl }, logger)
  const sent = await Promise.all(Array.from({ length: 10 }, () => mailer?.send(MAIL)))
  expect(sent.filter(Boolean)).toHaveLength(8)
  expect(await mailer?.send(MAIL)).toBe(true)
})
