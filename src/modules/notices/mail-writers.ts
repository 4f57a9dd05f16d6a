import { writeMemberInvitation } from '../firms/member-invitation.writes.ts'
import { writeDeletionMail } from '../grants/notice.writes.ts'
import { writeLinkReminder } from '../links/reminders.writes.ts'
import type { MailPost } from '../mails/send-mails.ts'
import { writeAccountNews } from '../people/account-news.ts'
import { writeInvitation } from '../people/password.writes.ts'
import { writePasswordReset } from '../people/password-reset.writes.ts'
import { writeWebhookPaused } from '../webhooks/paused-mail.ts'
import { writeKeyNotice } from './key-notice.ts'
import { writeNotice } from './notice-mail.ts'

export const MAIL_WRITERS: MailPost['writers'] = {
  invitation: writeInvitation,
  member_invitation: writeMemberInvitation,
  password_reset: writePasswordReset,
  webhook_paused: writeWebhookPaused,
  deletion: writeDeletionMail,
  account_news: writeAccountNews,
  key_notice: writeKeyNotice,
  link_reminder: writeLinkReminder,
  notice: writeNotice,
}
