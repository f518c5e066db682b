CREATE TABLE "listed_event" (
	"api_key_id" text NOT NULL,
	"position" bigint NOT NULL,
	"event_id" text NOT NULL,
	CONSTRAINT "listed_event_api_key_id_position_pk" PRIMARY KEY("api_key_id","position")
);
--> statement-breakpoint
CREATE TABLE "unlisted_event" (
	"api_key_id" text NOT NULL,
	"entry" bigserial NOT NULL,
	"event_id" text NOT NULL,
	CONSTRAINT "unlisted_event_api_key_id_entry_pk" PRIMARY KEY("api_key_id","entry")
);
--> statement-breakpoint
ALTER TABLE "webhook_event" ALTER COLUMN "txid" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "api_key" ADD COLUMN "webhook_events" text[] DEFAULT '{"payment.detected","payment.confirmed"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "listed_event" ADD CONSTRAINT "listed_event_event_id_webhook_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_event"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "listed_event_event" ON "listed_event" USING btree ("event_id");--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_events_known" CHECK ("api_key"."webhook_events" <@ array['payment.detected', 'payment.confirmed', 'payment.expired', 'payment.canceled', 'payment.underpaid', 'payment.reverted']::text[]);--> statement-breakpoint
-- Written by hand: the events so far are listed too, those of one payment in their order.
INSERT INTO "unlisted_event" ("api_key_id", "event_id")
SELECT p."api_key_id", e."id"
FROM (
	SELECT "id", "payment_id", "sequence", max("created_at") OVER (
		PARTITION BY "payment_id" ORDER BY "sequence"
	) AS "at"
	FROM "webhook_event"
) e JOIN "payment" p ON p."id" = e."payment_id"
ORDER BY e."at", e."payment_id", e."sequence";
