-- Gateways of the release that read them do not run beside the stored blocks.
DROP INDEX IF EXISTS "assets_client_id_title_registry_id_idx";
DROP INDEX IF EXISTS "assets_by_title_read_idx";
DROP INDEX IF EXISTS "assets_by_value_idx";
