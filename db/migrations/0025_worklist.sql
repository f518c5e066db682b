CREATE TABLE "payment_handled" (
	"payment_id" text NOT NULL,
	"reason" text NOT NULL,
	"handled_at" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	"note" text,
	CONSTRAINT "payment_handled_payment_id_reason_pk" PRIMARY KEY("payment_id","reason"),
	CONSTRAINT "payment_handled_reason_known" CHECK ("payment_handled"."reason" in ('late', 'overpaid', 'underpaid', 'reverted', 'undelivered'))
);
--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "handled" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "handled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_handled" ADD CONSTRAINT "payment_handled_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_handled" ADD CONSTRAINT "payment_handled_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_open_work" ON "payment" USING btree ("api_key_id") WHERE (("payment"."flags" @> array['late'] and "payment"."status" in ('detected', 'confirmed')) and not "payment"."handled" @> array['late'] or ("payment"."flags" @> array['overpaid'] and "payment"."status" in ('detected', 'confirmed')) and not "payment"."handled" @> array['overpaid'] or ("payment"."flags" @> array['underpaid'] and "payment"."status" in ('expired', 'canceled')) and not "payment"."handled" @> array['underpaid'] or ("payment"."flags" @> array['replaced'] and "payment"."status" in ('pending', 'expired', 'canceled') or "payment"."flags" @> array['reorged'] and "payment"."status" in ('pending', 'detected', 'expired', 'canceled')) and not "payment"."handled" @> array['reverted']);--> statement-breakpoint
CREATE INDEX "payment_handled_work" ON "payment" USING btree ("api_key_id") WHERE "payment"."handled" <> '{}';--> statement-breakpoint
CREATE INDEX "delivery_given_up" ON "delivery" USING btree ("api_key_id","handled","payment_id") WHERE "delivery"."status" = 'failed';--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_handled_known" CHECK ("payment"."handled" <@ array['late', 'overpaid', 'underpaid', 'reverted']::text[]);