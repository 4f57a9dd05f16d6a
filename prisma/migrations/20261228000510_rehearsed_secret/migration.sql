-- Whether the sandbox scenario secret_rolled made the secret.
ALTER TABLE "key_secrets" ADD COLUMN     "rehearsed" BOOLEAN NOT NULL DEFAULT false;
