CREATE TABLE "api_request" (
	"id" text PRIMARY KEY NOT NULL,
	"api_key_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" integer NOT NULL,
	"problem_code" text,
	"duration_ms" real NOT NULL,
	"has_idempotency_key" boolean NOT NULL
);
--> statement-breakpoint
CREATE INDEX "api_request_key" ON "api_request" USING btree ("api_key_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_request_refused" ON "api_request" USING btree ("api_key_id","at" DESC NULLS FIRST) WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "api_request_at" ON "api_request" USING btree ("at");