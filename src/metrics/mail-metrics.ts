import { Counter, type Registry } from 'prom-client'
import { MAIL_OUTCOMES, type MailOutcome, measured } from '../measured.ts'

/** Counts the tries of mails in this process. Returns a function that ends the counting. */
export function countMails(registry: Registry): () => void {
  const mails = new Counter({
    name: 'orangery_mails_total',
    help: 'Tries to send a mail. `failed` is tried again, `dropped` is no longer of use.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0)
  const onMail = (outcome: MailOutcome) => mails.inc({ outcome })
  measured.on('mail', onMail)
  return () => void measured.off('mail', onMail)
}
