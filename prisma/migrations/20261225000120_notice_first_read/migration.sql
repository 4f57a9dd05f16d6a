ALTER TYPE "notice_kind" ADD VALUE IF NOT EXISTS 'first_read';
