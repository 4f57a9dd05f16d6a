ALTER TYPE "mail_kind" ADD VALUE IF NOT EXISTS 'account_news';
