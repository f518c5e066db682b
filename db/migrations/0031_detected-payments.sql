DROP INDEX "payment_to_confirm";--> statement-breakpoint
CREATE INDEX "payment_to_confirm" ON "payment" USING btree ("network","covered_height") WHERE "payment"."status" = 'detected';