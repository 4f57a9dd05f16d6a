import { Counter, type Registry } from 'prom-client'
import { MAIL_OUTCOMES, onMail } from '../modules/mails/outcomes.ts'

/** Counts the tries of mails in this process. Returns a function that ends the counting. */
export function countMails(registry: Registry): () => void {
  const mails = new Counter({
    name: 'orangery_mails_total',
    help: 'Tries to send a mail. `failed` is tried again, `dropped` is no longer of use.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of MAIL_OUTCOMES) mails.inc({ outcome }, 0)
  return onMail((outcome) => mails.inc({ outcome }))
}
