ALTER TYPE "mail_kind" ADD VALUE IF NOT EXISTS 'key_notice';
