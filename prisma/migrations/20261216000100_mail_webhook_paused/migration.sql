ALTER TYPE "mail_kind" ADD VALUE IF NOT EXISTS 'webhook_paused';
