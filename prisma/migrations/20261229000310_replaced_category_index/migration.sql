-- The index before it serves nothing that the new one does not.
DROP INDEX IF EXISTS "assets_client_id_category_registry_id_idx";
