import { z } from 'zod'
import { KEY_ROLES } from '../firms/firm-roles.ts'
import type { MailWriter } from '../mails/send-mails.ts'

// The release before stores no fault.
const About = z.object({
  endpointId: z.string(),
  pausedAt: z.string(),
  cause: z.enum(['gone', 'failures']).default('failures'),
  fault: z.enum(['gateway', 'receiver']).default('receiver'),
})

type About = z.infer<typeof About>

/** Writes the mail about a paused endpoint, unless it was resumed or deleted, or the person manages the key no more. */
export const writeWebhookPaused: MailWriter = async (
  { email, about },
  { prisma, urlOf, words },
) => {
  const { endpointId, pausedAt, cause, fault } = About.parse(about)
  const endpoint = await prisma.webhookEndpoint.findUnique({ where: { id: endpointId } })
  if (endpoint?.pausedBy !== 'failures' || endpoint.pausedAt?.toISOString() !== pausedAt)
    return null
  const key = await prisma.apiKey.findUniqueOrThrow({ where: { id: endpoint.keyId } })
  const { firmId, id: keyId } = key
  const role = { in: [...KEY_ROLES[key.environment]] }
  if ((await prisma.member.count({ where: { firmId, role, user: { email } } })) === 0) return null
  const link = urlOf(`/firms/${firmId}/webhooks?key=${keyId}`)
  const { t, time } = words
  return words.letter(email, 'A webhook of your firm was paused', [
    t(reasonOf(cause, fault)),
    [
      [t('Key'), key.name],
      [t('Host'), new URL(endpoint.url).host],
      [t('Failing since'), endpoint.failingSince && time(endpoint.failingSince)],
    ],
    fault === 'gateway'
      ? t(
          'Nothing is lost. Ask the operator of the gateway, or give the webhook a new secret. Then resume it here:',
        )
      : t('Nothing is lost. Repair the receiver, and then resume the webhook here:'),
    link,
  ])
}

function reasonOf(cause: About['cause'], fault: About['fault']) {
  if (fault === 'gateway')
    return 'the gateway cannot send the events of a webhook of your firm, and has paused it.'
  return cause === 'gone'
    ? 'a webhook of your firm has answered with 410 (Gone), and was paused.'
    : 'a webhook of your firm does not answer, and was paused.'
}
