DROP INDEX "payment_script_mark";--> statement-breakpoint
DROP INDEX "payment_reference_mark";--> statement-breakpoint
DROP INDEX "delivery_endpoint";--> statement-breakpoint
CREATE INDEX "payment_script" ON "payment" USING hash ("script");--> statement-breakpoint
CREATE INDEX "payment_reference" ON "payment" USING btree ("reference") WHERE "payment"."reference" is not null;--> statement-breakpoint
CREATE INDEX "delivery_endpoint" ON "delivery" USING btree ("merchant_id","url","created_at" DESC NULLS FIRST);