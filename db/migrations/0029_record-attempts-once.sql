-- Attempts are recorded at their end. Of those in flight, the delivery now has the start, not the end of the lease.
ALTER TABLE "delivery" RENAME COLUMN "lease_until" TO "attempt_started_at";--> statement-breakpoint
ALTER TABLE "delivery" RENAME CONSTRAINT "delivery_leased_while_delivering" TO "delivery_started_while_delivering";--> statement-breakpoint
WITH begun AS (
  DELETE FROM "delivery_attempt" a USING "delivery" d
  WHERE d.status = 'delivering' AND a.delivery_id = d.id AND a.number = d.attempt
  RETURNING a.delivery_id, a.started_at
)
UPDATE "delivery" d SET "attempt_started_at" = begun.started_at FROM begun WHERE d.id = begun.delivery_id;--> statement-breakpoint
-- A record is written once, so its page needs no room for it to grow.
ALTER TABLE "delivery_attempt" RESET (fillfactor);
