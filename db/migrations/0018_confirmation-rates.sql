CREATE TABLE "confirmation_rate" (
	"payment_id" text NOT NULL,
	"currency" text NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	"wanted" boolean DEFAULT true NOT NULL,
	"rate" text,
	"source" text,
	"quoted_at" timestamp (3) with time zone,
	CONSTRAINT "confirmation_rate_payment_id_currency_pk" PRIMARY KEY("payment_id","currency"),
	CONSTRAINT "confirmation_rate_whole" CHECK (num_nulls("confirmation_rate"."rate", "confirmation_rate"."source", "confirmation_rate"."quoted_at") in (0, 3)),
	CONSTRAINT "confirmation_rate_found_once" CHECK (not ("confirmation_rate"."wanted" and "confirmation_rate"."rate" is not null))
);
--> statement-breakpoint
ALTER TABLE "merchant" ADD COLUMN "display_currency" text;--> statement-breakpoint
ALTER TABLE "confirmation_rate" ADD CONSTRAINT "confirmation_rate_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "confirmation_rate_wanted" ON "confirmation_rate" USING btree ("confirmed_at") WHERE "confirmation_rate"."wanted";