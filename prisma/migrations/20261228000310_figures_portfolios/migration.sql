ALTER TYPE "service_scope" ADD VALUE IF NOT EXISTS 'figures:portfolios';
