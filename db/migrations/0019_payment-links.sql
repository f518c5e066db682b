CREATE TABLE "payment_link" (
	"id" text PRIMARY KEY NOT NULL,
	"api_key_id" text NOT NULL,
	"title" text NOT NULL,
	"amount" jsonb NOT NULL,
	"max_payments" integer,
	"payer_note" jsonb,
	"terms" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"deactivated_at" timestamp (3) with time zone,
	CONSTRAINT "payment_link_maximum_positive" CHECK ("payment_link"."max_payments" >= 1)
);
--> statement-breakpoint
CREATE TABLE "payment_link_visits" (
	"payment_link_id" text PRIMARY KEY NOT NULL,
	"visits" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_extra" ADD COLUMN "payer_note" text;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "payment_link_id" text;--> statement-breakpoint
ALTER TABLE "payment_link" ADD CONSTRAINT "payment_link_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_link_visits" ADD CONSTRAINT "payment_link_visits_payment_link_id_payment_link_id_fk" FOREIGN KEY ("payment_link_id") REFERENCES "public"."payment_link"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_link_list" ON "payment_link" USING btree ("api_key_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payment_link_id_payment_link_id_fk" FOREIGN KEY ("payment_link_id") REFERENCES "public"."payment_link"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_of_link" ON "payment" USING btree ("payment_link_id","status","received_sats") WHERE "payment"."payment_link_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_of_links_of_wallet" ON "payment" USING btree ("wallet_id","created_at") WHERE "payment"."payment_link_id" is not null;