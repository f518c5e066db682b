DROP INDEX "delivery_leased";--> statement-breakpoint
-- An attempt's record grows severalfold at its end: on a page with room, without new index entries.
ALTER TABLE "delivery_attempt" SET (fillfactor = 15);
