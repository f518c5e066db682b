-- An old process that is still running may be storing an answer: wait for it, and let none begin.
LOCK TABLE "idempotency" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "idempotency" RENAME TO "idempotency_answer";--> statement-breakpoint
CREATE TABLE "idempotency" (
	"hash" "bytea" NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"payment_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
INSERT INTO "idempotency" ("hash", "body_hash", "payment_id", "created_at")
  SELECT sha256(convert_to(concat_ws(E'\n', "api_key_id", "route", "key"), 'UTF8')),
    decode("body_hash", 'hex'), "response_body"::jsonb ->> 'id', "created_at"
  FROM "idempotency_answer";--> statement-breakpoint
DROP TABLE "idempotency_answer";--> statement-breakpoint
ALTER TABLE "idempotency" ADD PRIMARY KEY ("hash");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency" USING btree ("created_at");
