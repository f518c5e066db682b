DROP INDEX "payment_script";--> statement-breakpoint
CREATE INDEX "payment_script_mark" ON "payment" USING btree (hashtextextended("script", 0));