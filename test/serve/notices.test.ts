import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/database/open.ts'
import { newFolder, removeFolders } from '../database/data-folder.ts'
import { readMails } from '../support/read-mail.ts'
import { newDemoDir } from './demo-folder.ts'
import { GatewayProcess } from './process.ts'

const DAY_MS = 86_400_000

afterAll(removeFolders)

/** Makes one grant of the demo end in five days, on terms of two months ago. */
async function letGrantEndSoon(dataDir: string): Promise<{ email: string }> {
  const { prisma, close } = await openDatabase({ dataDir, poolSize: 1 }, () => {})
  const { id, clientId } = await prisma.grant.findFirstOrThrow({
    where: { state: 'active', key: { state: 'active', environment: 'production' } },
  })
  const client = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
  const data = {
    expiresAt: new Date(Date.now() + 5 * DAY_MS),
    updatedAt: new Date(Date.now() - 60 * DAY_MS),
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
