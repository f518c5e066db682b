ALTER TABLE "delivery_attempt" DROP CONSTRAINT "delivery_attempt_delivery_id_delivery_id_fk";
--> statement-breakpoint
DROP INDEX "delivery_event_url";--> statement-breakpoint
DROP INDEX "delivery_payment";--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_payment_event_url" ON "delivery" USING btree ("payment_id","event_id","url");