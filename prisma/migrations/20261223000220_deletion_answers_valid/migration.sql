ALTER TABLE grants VALIDATE CONSTRAINT grants_deletion_answered;
