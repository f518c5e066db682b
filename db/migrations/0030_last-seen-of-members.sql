ALTER TABLE "membership" ADD COLUMN "last_seen_at" timestamp (3) with time zone;--> statement-breakpoint
-- As far as sessions say it: with this merchant in view, or with none chosen.
UPDATE "membership" m SET "last_seen_at" = (
  SELECT max(s."last_seen_at") FROM "user_session" s
  WHERE s."user_id" = m."user_id" AND (s."merchant_id" = m."merchant_id" OR s."merchant_id" IS NULL));
