DROP INDEX "delivery_due";--> statement-breakpoint
ALTER TABLE "delivery" ADD COLUMN "merchant_id" text;--> statement-breakpoint
UPDATE "delivery" SET "merchant_id" = k."merchant_id" FROM "api_key" k WHERE k."id" = "delivery"."api_key_id";--> statement-breakpoint
ALTER TABLE "delivery" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_due" ON "delivery" USING btree ("merchant_id","host","next_attempt_at") WHERE "delivery"."status" = 'pending';--> statement-breakpoint
ALTER TABLE "webhook_host" DROP CONSTRAINT "webhook_host_pkey";--> statement-breakpoint
ALTER TABLE "webhook_host" ADD COLUMN "merchant_id" text;--> statement-breakpoint
INSERT INTO "webhook_host" ("merchant_id", "host", "failures", "open_until", "last_success_at", "last_failure_at")
  SELECT d."merchant_id", h."host", h."failures", h."open_until", h."last_success_at", h."last_failure_at"
  FROM "webhook_host" h
  JOIN (SELECT DISTINCT "merchant_id", "host" FROM "delivery") d ON d."host" = h."host";--> statement-breakpoint
DELETE FROM "webhook_host" WHERE "merchant_id" IS NULL;--> statement-breakpoint
ALTER TABLE "webhook_host" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "webhook_host" ADD CONSTRAINT "webhook_host_merchant_id_host_pk" PRIMARY KEY("merchant_id","host");--> statement-breakpoint
ALTER TABLE "webhook_host" ADD CONSTRAINT "webhook_host_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;
