import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { jsonOf, orangery } from '../cli/orangery.ts'
import { newFolder, removeFolders } from '../database/data-folder.ts'
import { freePort } from '../support/free-port.ts'
import { readMails } from '../support/read-mail.ts'
import { newDemoDir } from './demo-folder.ts'
import { GatewayProcess } from './process.ts'

afterAll(removeFolders)

test('a mail outlives a command that hangs, a kill and a restart, and its link works', async () => {
  const { dataDir } = await newDemoDir()
  const folder = newFolder(0o777)
  const [mail, hanging, begun] = ['mail', 'hanging', 'begun'].map((name) => join(folder, name))
  if (!mail || !hanging || !begun) throw new Error('no folder')
  const port = String(await freePort())
  const post = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json', Origin: 'https://gateway.example.com' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await fetch(`http://127.0.0.1:${port}${path}`, sent)).json()
  }
  const environment = {
    PORT: port,
    DATA_DIR: dataDir,
    MAIL_COMMAND: `if test -e '${hanging}'; then touch '${begun}'; sleep 20; else cat >> '${mail}'; fi`,
    PUBLIC_URL: 'https://gateway.example.com',
  }
  const listed = jsonOf(await orangery(['client', 'list', '--json'], { DATA_DIR: dataDir }))
  const { email } = listed.data[0]
  const first = new GatewayProcess(environment)
  await first.waitForOutput(/"listening"/)
  writeFileSync(hanging, '')
  expect(await post('/api/password-reset', { email })).toEqual({ status: true })
  await expect.poll(() => existsSync(begun), { timeout: 20_000 }).toBe(true)
  await first.stop('SIGKILL')

  // A minute has passed for the mail.
  rmSync(hanging)
  const database = await openDatabase({ dataDir, poolSize: 1, onError: () => {} })
  const [row] = await database.prisma.mail.findMany()
  expect(row).toMatchObject({ kind: 'password_reset', email, state: 'waiting', tries: 1 })
  await database.prisma.mail.updateMany({ data: { nextTryAt: new Date() } })
  await database.close()

  const second = new GatewayProcess(environment)
  await second.waitForOutput(/"listening"/)
  const text = () => (existsSync(mail) ? readMails(readFileSync(mail, 'utf8')) : '')
  await expect.poll(text, { timeout: 20_000 }).toContain(`To: ${email}`)
  const [, token] = /\/invitation\/(inv_\w+)$/m.exec(text()) ?? []
  expect(await post('/api/invitations/check', { token })).toMatchObject({ email })
  expect((await second.stop()).code).toBe(0)
  expect(second.out + first.out).not.toContain('inv_')
}, 120_000)

const DAY_MS = 86_400_000

/** Makes one grant of the demo end in five days, on terms of two months ago. */
async function letGrantEndSoon(dataDir: string): Promise<{ email: string }> {
  const { prisma, close } = await openDatabase({ dataDir, poolSize: 1, onError: () => {} })
  const { id, clientId } = await prisma.grant.findFirstOrThrow({
    where: { state: 'active', key: { state: 'active', environment: 'production' } },
  })
  const client = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
  const begin = new Date(Date.now() - 60 * DAY_MS)
  const data = {
    ...{ createdAt: begin, updatedAt: begin },
    expiresAt: new Date(Date.now() + 5 * DAY_MS),
  }
  await prisma.grant.update({ where: { clientId_id: { clientId, id } }, data })
  await close()
  return client
}

test('a gateway mails the notices that are due when it starts, each once', async () => {
  const { dataDir } = await newDemoDir()
  const { email } = await letGrantEndSoon(dataDir)
  const mail = join(newFolder(0o777), 'mail')
  const reminders = () => {
    const sent = existsSync(mail) ? readMails(readFileSync(mail, 'utf8')).split(/^(?=To: )/m) : []
    return sent.filter((each) => each.startsWith(`To: ${email}\n`) && each.includes('ends soon'))
  }
  for (let start = 1; start <= 2; start++) {
    const gateway = new GatewayProcess({
      DATA_DIR: dataDir,
      MAIL_COMMAND: `cat >> '${mail}'`,
      PUBLIC_URL: 'https://gateway.example.com',
    })
    await gateway.url()
    await expect.poll(() => reminders().length).toBe(1)
    // Waits for the mail that is being sent.
    expect((await gateway.stop()).code).toBe(0)
  }
  expect(reminders()).toHaveLength(1)
})
