CREATE TABLE "payment_extra" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"metadata" json,
	"words" "tsvector",
	"description" text,
	"locale" text,
	"return_url" text,
	"return_automatically" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payment_extra_returns_somewhere" CHECK ("payment_extra"."return_url" is not null or not "payment_extra"."return_automatically")
);
--> statement-breakpoint
ALTER TABLE "payment_extra" ADD CONSTRAINT "payment_extra_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_extra_words" ON "payment_extra" USING gin ("words");