CREATE TABLE "webhook_endpoint" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"paused_by" text
);
--> statement-breakpoint
ALTER TABLE "delivery" DROP CONSTRAINT "delivery_due_while_pending";--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_paused_by_app_user_id_fk" FOREIGN KEY ("paused_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_endpoint_merchant" ON "webhook_endpoint" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "webhook_endpoint_paused" ON "webhook_endpoint" USING btree ("merchant_id") WHERE "webhook_endpoint"."paused_at" is not null;--> statement-breakpoint
CREATE INDEX "delivery_endpoint" ON "delivery" USING btree ("merchant_id",hashtextextended("url", 0),"created_at" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_held_before_its_end" CHECK (not "delivery"."held" or "delivery"."status" in ('pending', 'delivering'));--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_due_while_pending" CHECK (("delivery"."status" = 'pending' and not "delivery"."held") = ("delivery"."next_attempt_at" is not null));--> statement-breakpoint
-- Written by hand: the endpoints so far.
INSERT INTO "webhook_endpoint" ("id", "merchant_id", "url", "host", "created_at")
SELECT 'end_' || left(encode(sha256(convert_to("merchant_id" || ' ' || "url", 'UTF8')), 'hex'), 32),
  "merchant_id", "url", (array_agg("host" ORDER BY "created_at" DESC))[1], min("created_at")
FROM "delivery" GROUP BY "merchant_id", "url";
