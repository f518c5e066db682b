ALTER TABLE "delivery_attempt" DROP COLUMN "id";--> statement-breakpoint
-- The unique index becomes the key's, so that nothing is built anew.
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_number_pk" PRIMARY KEY USING INDEX "delivery_attempt_number";
