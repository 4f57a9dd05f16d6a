ALTER TYPE "role" ADD VALUE IF NOT EXISTS 'developer' BEFORE 'member';
