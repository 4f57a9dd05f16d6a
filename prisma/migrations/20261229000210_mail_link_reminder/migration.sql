ALTER TYPE "mail_kind" ADD VALUE IF NOT EXISTS 'link_reminder';
