-- Whether the date of a market value follows the valuations: it must, when the valuation that gave it is removed.
ALTER TABLE "assets" ADD COLUMN     "date_follows" BOOLEAN NOT NULL DEFAULT false;
-- Of a value with a date it is not known which of both gave the date: that date stays until the asset is imported again.
UPDATE assets SET date_follows = true WHERE value_follows OR valued_at IS NULL;
