import { expect } from 'vitest'
import { addDueNotices } from '../../../src/modules/notices/notice-job.ts'
import { mailbox } from '../../browser/mailbox.ts'
import { testGateway } from '../../support/gateway.ts'
import { sendMails } from '../../support/mails.ts'
import { GRANT, linkOf, newClient, terms } from './connections.fixtures.ts'
import { dataOf, fixturesOf } from './fixtures.ts'

/** A gateway that sends mail, and clients who approve what its firm asks for. */
export function receiptGateway() {
  const { mailer, mails } = mailbox()
  const gateway = testGateway({ sendsMail: true })
  const { prisma } = gateway.database
  const fixtures = fixturesOf(gateway.database)
  const firm = () => fixtures

  const mailsTo = (email: string) =>
    mails()
      .split(/^(?=To: )/m)
      .filter((mail) => mail.startsWith(`To: ${email}\n`))
  const send = (now = new Date()) => sendMails(gateway.serving, mailer, () => now)
  const mailed = async (email: string, count: number) => {
    await send()
    expect(mailsTo(email)).toHaveLength(count)
  }
  async function sendDue(now: Date, options?: { readonly batchSize?: number }) {
    await addDueNotices(gateway.serving, now, options)
    await send(now)
  }

  /** A client who has approved a link, with the mail of it in the box. */
  async function approved(more: object = {}) {
    const { key, clientId } = await newClient(gateway)
    const { email, name } = await prisma.user.findUniqueOrThrow({ where: { id: clientId } })
    const link = await linkOf(gateway, firm(), { purpose: 'The yearly report' })
    const { input } = await terms(gateway, key, link, more)
    const { createGrant } = await dataOf(gateway, key, GRANT, { input })
    await mailed(email, 1)
    const { termsDigest } = input
    return { key, clientId, email, name, link, id: String(createGrant.id), termsDigest }
  }

  const run = (key: string, text: string) => dataOf(gateway, key, `mutation { ${text} }`)
  return { gateway, prisma, firm, mailsTo, mailed, send, sendDue, approved, run }
}
