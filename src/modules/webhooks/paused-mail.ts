import { z } from 'zod'
import { factLines } from '../../mail/fact-lines.ts'
import type { MailWriter } from '../mails/send-mails.ts'

const About = z.object({ endpointId: z.string(), pausedAt: z.string() })

/**
 * Writes the mail to an admin about an endpoint that was paused, unless it was resumed or deleted meanwhile, or the
 * person is no longer an admin.
 */
export const writeWebhookPaused: MailWriter = async ({ email, about }, { prisma, urlOf }) => {
  const { endpointId, pausedAt } = About.parse(about)
  const endpoint = await prisma.webhookEndpoint.findUnique({ where: { id: endpointId } })
  if (endpoint?.pausedBy !== 'failures' || endpoint.pausedAt?.toISOString() !== pausedAt)
    return null
  const key = await prisma.apiKey.findUniqueOrThrow({ where: { id: endpoint.keyId } })
  const { firmId, id: keyId } = key
  const admins = await prisma.member.count({ where: { firmId, role: 'admin', user: { email } } })
  if (admins === 0) return null
  const link = urlOf(`/firms/${firmId}/service-api/${keyId}/webhooks`)
  const text = `Hello,

a webhook of your firm does not answer, and was paused.

${factLines([
  ['Key', key.name],
  ['Host', new URL(endpoint.url).host],
  ['Failing since', endpoint.failingSince?.toUTCString() ?? null],
])}

Nothing is lost. Repair the receiver, and then resume the webhook here:

${link}
`
  return { to: email, subject: 'A webhook of your firm was paused', text }
}
