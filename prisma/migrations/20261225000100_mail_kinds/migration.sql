ALTER TYPE "mail_kind" ADD VALUE IF NOT EXISTS 'account_news';
ALTER TYPE "mail_kind" ADD VALUE IF NOT EXISTS 'key_notice';
ALTER TYPE "notice_kind" ADD VALUE IF NOT EXISTS 'first_read';
