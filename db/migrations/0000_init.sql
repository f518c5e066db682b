CREATE TABLE "api_key" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"network" text NOT NULL,
	"name" text NOT NULL,
	"allow_custom_addresses" boolean DEFAULT false NOT NULL,
	"embed_origins" text[] DEFAULT '{}'::text[] NOT NULL,
	"allowed_ips" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_key_network_known" CHECK ("api_key"."network" in ('mainnet', 'testnet', 'testnet4', 'signet', 'regtest'))
);
--> statement-breakpoint
CREATE TABLE "api_key_secret" (
	"id" text PRIMARY KEY NOT NULL,
	"api_key_id" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "merchant" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_secret" (
	"id" text PRIMARY KEY NOT NULL,
	"api_key_id" text NOT NULL,
	"ciphertext" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "wallet" (
	"id" text PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"descriptor" text NOT NULL,
	"fingerprint" text NOT NULL,
	"next_index" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "wallet_network_known" CHECK ("wallet"."network" in ('mainnet', 'testnet', 'testnet4', 'signet', 'regtest')),
	CONSTRAINT "wallet_index_not_negative" CHECK ("wallet"."next_index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "block" (
	"network" text NOT NULL,
	"height" integer NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "block_network_height_pk" PRIMARY KEY("network","height")
);
--> statement-breakpoint
CREATE TABLE "chain" (
	"network" text PRIMARY KEY NOT NULL,
	"height" integer,
	"hash" text,
	"epoch" integer DEFAULT 0 NOT NULL,
	"block_time" timestamp (3) with time zone,
	"tip_height" integer,
	"tip_hash" text,
	"answered_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone,
	"last_error" text,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "chain_reorg" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"network" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"fork_height" integer NOT NULL,
	"from_height" integer NOT NULL,
	"from_hash" text NOT NULL,
	"to_height" integer NOT NULL,
	"to_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "transaction" (
	"network" text NOT NULL,
	"txid" text NOT NULL,
	"height" integer,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"missing_since" timestamp (3) with time zone,
	"gone" boolean DEFAULT false NOT NULL,
	"replaced_by" text,
	"spends" text[] NOT NULL,
	CONSTRAINT "transaction_network_txid_pk" PRIMARY KEY("network","txid")
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"api_key_id" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" text NOT NULL,
	"response_status" smallint NOT NULL,
	"response_body" text NOT NULL,
	"location" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_api_key_id_route_key_pk" PRIMARY KEY("api_key_id","route","key")
);
--> statement-breakpoint
CREATE TABLE "output" (
	"network" text NOT NULL,
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"payment_id" text NOT NULL,
	"sats" bigint NOT NULL,
	CONSTRAINT "output_network_txid_vout_pk" PRIMARY KEY("network","txid","vout")
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" text PRIMARY KEY NOT NULL,
	"checkout_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"network" text NOT NULL,
	"address" text NOT NULL,
	"script" text NOT NULL,
	"wallet_id" text,
	"derivation_index" integer,
	"holds_address" boolean DEFAULT true NOT NULL,
	"watch_from_height" integer DEFAULT 0 NOT NULL,
	"amount_sats" bigint NOT NULL,
	"tolerance_ppm" integer NOT NULL,
	"required_sats" bigint NOT NULL,
	"required_confirmations" smallint NOT NULL,
	"webhook_url" text,
	"reference" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"flags" text[] DEFAULT '{}'::text[] NOT NULL,
	"received_sats" bigint DEFAULT 0 NOT NULL,
	"txid" text,
	"covered_height" integer,
	"announced_txid" text,
	"event_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"detected_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"expired_at" timestamp (3) with time zone,
	"canceled_at" timestamp (3) with time zone,
	CONSTRAINT "payment_status_known" CHECK ("payment"."status" in ('pending', 'detected', 'confirmed', 'expired', 'canceled')),
	CONSTRAINT "payment_amount_positive" CHECK ("payment"."amount_sats" >= 1),
	CONSTRAINT "payment_required_in_range" CHECK ("payment"."required_sats" between 1 and "payment"."amount_sats"),
	CONSTRAINT "payment_received_not_negative" CHECK ("payment"."received_sats" >= 0),
	CONSTRAINT "payment_depth_in_range" CHECK ("payment"."required_confirmations" between 1 and 6),
	CONSTRAINT "payment_tolerance_in_range" CHECK ("payment"."tolerance_ppm" between 0 and 10000),
	CONSTRAINT "payment_derived_or_custom" CHECK (("payment"."wallet_id" is null) = ("payment"."derivation_index" is null))
);
--> statement-breakpoint
CREATE TABLE "payment_change" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"flags" text[] NOT NULL,
	"received_sats" bigint NOT NULL,
	"txid" text,
	"covered_height" integer,
	CONSTRAINT "payment_change_status_known" CHECK ("payment_change"."status" in ('pending', 'detected', 'confirmed', 'expired', 'canceled'))
);
--> statement-breakpoint
CREATE TABLE "payment_view" (
	"checkout_id" text PRIMARY KEY NOT NULL,
	"viewed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "app_user" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "app_user_email_lower" CHECK ("app_user"."email" = lower("app_user"."email"))
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"act" text NOT NULL,
	"subject" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"ip" text,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "invitation" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invitation_role_known" CHECK ("invitation"."role" in ('owner', 'member', 'viewer')),
	CONSTRAINT "invitation_email_lower" CHECK ("invitation"."email" = lower("invitation"."email"))
);
--> statement-breakpoint
CREATE TABLE "membership" (
	"merchant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "membership_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id"),
	CONSTRAINT "membership_role_known" CHECK ("membership"."role" in ('owner', 'member', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "user_identity" (
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_identity_provider_subject_pk" PRIMARY KEY("provider","subject")
);
--> statement-breakpoint
CREATE TABLE "user_session" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"merchant_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"ip" text,
	"user_agent" text
);
--> statement-breakpoint
CREATE TABLE "sandbox_block" (
	"hash" text PRIMARY KEY NOT NULL,
	"height" integer NOT NULL,
	"active" boolean NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"raw" "bytea" NOT NULL,
	CONSTRAINT "sandbox_block_height_not_negative" CHECK ("sandbox_block"."height" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_coin" (
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"sats" bigint NOT NULL,
	"height" integer,
	"coinbase" boolean NOT NULL,
	"spent_by" text,
	CONSTRAINT "sandbox_coin_txid_vout_pk" PRIMARY KEY("txid","vout"),
	CONSTRAINT "sandbox_coin_positive" CHECK ("sandbox_coin"."sats" > 0),
	CONSTRAINT "sandbox_coin_coinbase_has_height" CHECK (not "sandbox_coin"."coinbase" or "sandbox_coin"."height" is not null)
);
--> statement-breakpoint
CREATE TABLE "sandbox_transaction" (
	"txid" text PRIMARY KEY NOT NULL,
	"entry" bigserial NOT NULL,
	"raw" "bytea" NOT NULL,
	"fee_sats" bigint NOT NULL,
	"change_vout" integer,
	"state" text NOT NULL,
	"block_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sandbox_transaction_state_known" CHECK ("sandbox_transaction"."state" in ('mempool', 'confirmed', 'gone')),
	CONSTRAINT "sandbox_transaction_block_when_confirmed" CHECK (("sandbox_transaction"."state" = 'confirmed') = ("sandbox_transaction"."block_hash" is not null)),
	CONSTRAINT "sandbox_transaction_fee_not_negative" CHECK ("sandbox_transaction"."fee_sats" >= 0)
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"event_type" text NOT NULL,
	"sequence" integer NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"lease_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_error" text,
	"response_status" smallint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_status_known" CHECK ("delivery"."status" in ('pending', 'delivering', 'delivered', 'failed')),
	CONSTRAINT "delivery_leased_while_delivering" CHECK (("delivery"."status" = 'delivering') = ("delivery"."lease_until" is not null)),
	CONSTRAINT "delivery_due_while_pending" CHECK (("delivery"."status" = 'pending') = ("delivery"."next_attempt_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "delivery_attempt" (
	"id" text PRIMARY KEY NOT NULL,
	"delivery_id" text NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"remote_address" text,
	"timings" jsonb,
	"request_headers" json,
	"response_status" smallint,
	"response_headers" json,
	"response_body" "bytea",
	"error_code" text,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "webhook_event" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"type" text NOT NULL,
	"sequence" integer NOT NULL,
	"txid" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_host" (
	"host" text PRIMARY KEY NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"open_until" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_wallet_id_wallet_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallet"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_secret" ADD CONSTRAINT "api_key_secret_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_secret" ADD CONSTRAINT "signing_secret_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency" ADD CONSTRAINT "idempotency_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output" ADD CONSTRAINT "output_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output" ADD CONSTRAINT "output_transaction" FOREIGN KEY ("network","txid") REFERENCES "public"."transaction"("network","txid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_wallet_id_wallet_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallet"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_change" ADD CONSTRAINT "payment_change_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_app_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identity" ADD CONSTRAINT "user_identity_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_coin" ADD CONSTRAINT "sandbox_coin_spent_by_sandbox_transaction_txid_fk" FOREIGN KEY ("spent_by") REFERENCES "public"."sandbox_transaction"("txid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_transaction" ADD CONSTRAINT "sandbox_transaction_block_hash_sandbox_block_hash_fk" FOREIGN KEY ("block_hash") REFERENCES "public"."sandbox_block"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_event_id_webhook_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_event"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempt" ADD CONSTRAINT "delivery_attempt_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_merchant" ON "api_key" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "api_key_wallet" ON "api_key" USING btree ("wallet_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_secret_hash" ON "api_key_secret" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_key_secret_key" ON "api_key_secret" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "signing_secret_key" ON "signing_secret" USING btree ("api_key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_fingerprint" ON "wallet" USING btree ("network","fingerprint");--> statement-breakpoint
CREATE INDEX "chain_reorg_network" ON "chain_reorg" USING btree ("network","id");--> statement-breakpoint
CREATE INDEX "transaction_unconfirmed" ON "transaction" USING btree ("network") WHERE "transaction"."height" is null;--> statement-breakpoint
CREATE INDEX "transaction_height" ON "transaction" USING btree ("network","height");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "output_payment" ON "output" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_checkout" ON "payment" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_derivation" ON "payment" USING btree ("wallet_id","derivation_index");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_held_address" ON "payment" USING btree ("network","script") WHERE "payment"."holds_address";--> statement-breakpoint
CREATE INDEX "payment_script" ON "payment" USING btree ("network","script");--> statement-breakpoint
CREATE INDEX "payment_list" ON "payment" USING btree ("api_key_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "payment_to_expire" ON "payment" USING btree ("network","expires_at") WHERE "payment"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payment_to_confirm" ON "payment" USING btree ("network","covered_height") WHERE "payment"."status" = 'detected' and "payment"."covered_height" is not null;--> statement-breakpoint
CREATE INDEX "payment_covered" ON "payment" USING btree ("network","covered_height");--> statement-breakpoint
CREATE INDEX "payment_change_payment" ON "payment_change" USING btree ("payment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_email" ON "app_user" USING btree ("email");--> statement-breakpoint
CREATE INDEX "audit_entry_merchant" ON "audit_entry" USING btree ("merchant_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_entry_subject" ON "audit_entry" USING btree ("subject","at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_token" ON "invitation" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitation_merchant" ON "invitation" USING btree ("merchant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_open" ON "invitation" USING btree ("merchant_id","email") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "membership_user" ON "membership" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_identity_user" ON "user_identity" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_session_user" ON "user_session" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_block_height" ON "sandbox_block" USING btree ("height") WHERE "sandbox_block"."active";--> statement-breakpoint
CREATE INDEX "sandbox_coin_unspent" ON "sandbox_coin" USING btree ("sats") WHERE "sandbox_coin"."spent_by" is null;--> statement-breakpoint
CREATE INDEX "sandbox_coin_spent_by" ON "sandbox_coin" USING btree ("spent_by");--> statement-breakpoint
CREATE INDEX "sandbox_coin_height" ON "sandbox_coin" USING btree ("height");--> statement-breakpoint
CREATE INDEX "sandbox_transaction_mempool" ON "sandbox_transaction" USING btree ("entry") WHERE "sandbox_transaction"."state" = 'mempool';--> statement-breakpoint
CREATE INDEX "sandbox_transaction_block" ON "sandbox_transaction" USING btree ("block_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_event_url" ON "delivery" USING btree ("event_id","url");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_in_flight" ON "delivery" USING btree ("payment_id") WHERE "delivery"."status" = 'delivering';--> statement-breakpoint
CREATE INDEX "delivery_due" ON "delivery" USING btree ("host","next_attempt_at") WHERE "delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "delivery_leased" ON "delivery" USING btree ("lease_until") WHERE "delivery"."status" = 'delivering';--> statement-breakpoint
CREATE INDEX "delivery_payment" ON "delivery" USING btree ("payment_id","created_at");--> statement-breakpoint
CREATE INDEX "delivery_key" ON "delivery" USING btree ("api_key_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_attempt_number" ON "delivery_attempt" USING btree ("delivery_id","number");--> statement-breakpoint
CREATE INDEX "delivery_attempt_started" ON "delivery_attempt" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_event_sequence" ON "webhook_event" USING btree ("payment_id","sequence");