DROP INDEX "transaction_unconfirmed";--> statement-breakpoint
CREATE INDEX "transaction_waiting" ON "transaction" USING btree ("network") WHERE "transaction"."height" is null and not "transaction"."gone";--> statement-breakpoint
CREATE INDEX "transaction_gone" ON "transaction" USING btree ("network","missing_since") WHERE "transaction"."height" is null and "transaction"."gone";