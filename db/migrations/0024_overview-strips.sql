CREATE TABLE "chain_lag" (
	"network" text NOT NULL,
	"quarter" timestamp (3) with time zone NOT NULL,
	"minutes" integer NOT NULL,
	CONSTRAINT "chain_lag_network_quarter_pk" PRIMARY KEY("network","quarter")
);
--> statement-breakpoint
CREATE TABLE "webhook_count" (
	"api_key_id" text NOT NULL,
	"quarter" timestamp (3) with time zone NOT NULL,
	"host" text NOT NULL,
	"accepted" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "webhook_count_api_key_id_quarter_host_pk" PRIMARY KEY("api_key_id","quarter","host")
);
--> statement-breakpoint
DROP INDEX "payment_list";--> statement-breakpoint
CREATE INDEX "payment_confirmed" ON "payment" USING btree ("api_key_id","confirmed_at","received_sats") WHERE "payment"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "payment_list" ON "payment" USING btree ("api_key_id","created_at" DESC NULLS FIRST,"id","status");--> statement-breakpoint
-- Rows of the current quarter change with every turn: on a page with room, without new index entries.
ALTER TABLE "webhook_count" SET (fillfactor = 50);--> statement-breakpoint
INSERT INTO "webhook_count" ("api_key_id", "quarter", "host", "accepted", "failed")
  SELECT d.api_key_id, date_bin('15 minutes', a.finished_at, timestamptz 'epoch'), d.host,
    count(*) FILTER (WHERE a.error_code IS NULL), count(*) FILTER (WHERE a.error_code IS NOT NULL)
  FROM "delivery_attempt" a JOIN "delivery" d ON d.id = a.delivery_id
  WHERE a.finished_at IS NOT NULL
  GROUP BY 1, 2, 3;
