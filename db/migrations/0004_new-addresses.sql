CREATE TABLE "new_address" (
	"payment_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "watch_after_hash" text;--> statement-breakpoint
ALTER TABLE "new_address" ADD CONSTRAINT "new_address_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "payment" SET "announced_txid" = NULL
WHERE "status" = 'detected' AND "announced_txid" IS NOT NULL AND 'payment.detected' = (
	SELECT "type" FROM "webhook_event" WHERE "payment_id" = "payment"."id" ORDER BY "sequence" DESC LIMIT 1
);
