import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { storeGatewaySettings } from '../../src/database/gateway-settings.ts'
import { operator } from '../../src/modules/audit/audit.writes.ts'
import { findInvited } from '../../src/modules/people/password.writes.ts'
import { createClient } from '../../src/modules/people/person.writes.ts'
import { testDatabase } from '../support/database.ts'
import { readMails } from '../support/read-mail.ts'
import { environmentOf, jsonOf, orangery } from './orangery.ts'

const database = testDatabase()
const HERE = environmentOf(database, { PUBLIC_URL: 'https://gateway.example.com/' })
const person = { name: 'Ivo Lund', email: 'ivo@example.com' }
const LINK = /^https:\/\/gateway\.example\.com\/invitation\/(inv_\w+)$/m
const invitedBy = (text: string) =>
  findInvited(database.prisma, LINK.exec(text)?.[1] ?? '', new Date())
beforeAll(async () => {
  await createClient(operator(database.prisma), person)
})

test('invite prints a link that works, and with --json one object', async () => {
  const printed = await orangery(['invite', '--email', 'Ivo@example.com'], HERE)
  expect({ code: printed.code, err: printed.err }).toEqual({ code: 0, err: '' })
  expect(await invitedBy(printed.out)).toMatchObject(person)
  const object = jsonOf(await orangery(['invite', '--email', person.email, '--json'], HERE))
  const [link, expires_at] = [expect.stringMatching(LINK), expect.stringMatching(/Z$/)]
  expect(object).toMatchObject({ ...person, link, expires_at })
  expect(object).not.toHaveProperty('token')
  await expect(invitedBy(printed.out)).rejects.toMatchObject({ code: 'invalid_invitation' })
})

test('invite goes by the settings of a gateway that has started, where its own environment has none', async () => {
  const { DATABASE_URL } = HERE
  const invite = () => orangery(['invite', '--email', person.email], { DATABASE_URL })
  await storeGatewaySettings(database.prisma, { address: 'http://10.0.0.7:4340', sendsMail: false })
  expect((await invite()).out).toMatch(/^http:\/\/10\.0\.0\.7:4340\/invitation\/inv_/m)
  await storeGatewaySettings(database.prisma, { address: 'http://10.0.0.7:4340', sendsMail: true })
  const { code, out } = await invite()
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/^The gateway mails it to Ivo Lund <.+>\./),
  ])
  expect(out).not.toContain('inv_')
  expect(await database.prisma.mail.count({ where: { state: 'waiting' } })).toBe(1)
  await database.prisma.gatewaySettings.deleteMany()
})

test('with MAIL_COMMAND, invite mails the link and does not print it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'orangery-mail-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const mail = join(folder, 'mail')
  const invite = (command: string, ...more: string[]) =>
    orangery(['invite', '--email', person.email, ...more], { ...HERE, MAIL_COMMAND: command })
  const { code, out, err } = await invite(`cat > '${mail}'; echo said`)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^Mailed to Ivo Lund <ivo@example\.com>\.\nValid until \S+Z\.\n$/)
  const [head = '', body = ''] = readMails(readFileSync(mail, 'utf8')).split(/\n\n(.*)/s)
  expect(head).toMatch(/^To: ivo@example\.com\nSubject: Your access to Orangery\n/)
  expect(body).toContain('Hello,')
  expect(await invitedBy(body)).toMatchObject(person)
  const members = Object.keys(jsonOf(await invite('cat', '--json')))
  expect(members.sort()).toEqual(['email', 'ends', 'expires_at', 'mailed', 'name', 'user_id'])
})
