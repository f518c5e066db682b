CREATE TABLE "altered_row" (
	"kind" text NOT NULL,
	"row_id" text NOT NULL,
	"merchant_id" text,
	"found_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "altered_row_kind_row_id_pk" PRIMARY KEY("kind","row_id")
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"network" text NOT NULL,
	"name" text NOT NULL,
	"allow_custom_addresses" boolean DEFAULT false NOT NULL,
	"allow_management" boolean DEFAULT false NOT NULL,
	"allow_follow_ups" boolean DEFAULT false NOT NULL,
	"embed_origins" text[] DEFAULT '{}'::text[] NOT NULL,
	"allowed_ips" text[] DEFAULT '{}'::text[] NOT NULL,
	"webhook_events" text[] DEFAULT '{"payment.detected","payment.confirmed"}' NOT NULL,
	"customer_mails" text[] DEFAULT '{}'::text[] NOT NULL,
	"default_webhook_url" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "api_key_network_known" CHECK ("api_key"."network" in ('mainnet', 'testnet', 'testnet4', 'signet', 'regtest')),
	CONSTRAINT "api_key_events_known" CHECK ("api_key"."webhook_events" <@ array['payment.detected', 'payment.confirmed', 'payment.expired', 'payment.canceled', 'payment.underpaid', 'payment.reverted', 'refund.created', 'refund.sent', 'refund.confirmed']::text[]),
	CONSTRAINT "api_key_mails_known" CHECK ("api_key"."customer_mails" <@ array['seen', 'confirmed', 'short', 'late', 'refund_address', 'refund_sent']::text[])
);
--> statement-breakpoint
CREATE TABLE "api_key_secret" (
	"id" text PRIMARY KEY NOT NULL,
	"api_key_id" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"seal" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merchant" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"display_currency" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"customer_retention_days" integer,
	"time_zone" text,
	"require_factor" boolean DEFAULT false NOT NULL,
	CONSTRAINT "merchant_retention_positive" CHECK ("merchant"."customer_retention_days" >= 1)
);
--> statement-breakpoint
CREATE TABLE "merchant_wallet" (
	"merchant_id" text NOT NULL,
	"wallet_id" text NOT NULL,
	"name" text NOT NULL,
	"compared_at" timestamp (3) with time zone,
	"compared_by" text,
	"compared_index" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "merchant_wallet_merchant_id_wallet_id_pk" PRIMARY KEY("merchant_id","wallet_id"),
	CONSTRAINT "merchant_wallet_compared_whole" CHECK (num_nulls("merchant_wallet"."compared_at", "merchant_wallet"."compared_by", "merchant_wallet"."compared_index") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "signing_secret" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
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
	"kind" text NOT NULL,
	"template" text NOT NULL,
	"first_addresses" text[] NOT NULL,
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
	"time" timestamp (3) with time zone,
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
	"accepted_tip" jsonb,
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
CREATE TABLE "pinned_certificate" (
	"network" text NOT NULL,
	"server" text NOT NULL,
	"fingerprint" text NOT NULL,
	CONSTRAINT "pinned_certificate_network_server_pk" PRIMARY KEY("network","server")
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
CREATE TABLE "webhook_count" (
	"endpoint_id" text NOT NULL,
	"quarter" timestamp (3) with time zone NOT NULL,
	"accepted" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "webhook_count_endpoint_id_quarter_pk" PRIMARY KEY("endpoint_id","quarter")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"name" text,
	"events" text[],
	"network" text,
	"paused_at" timestamp (3) with time zone,
	"paused_by" text,
	"switched_off" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint_standing" (
	"endpoint_id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"in_a_row" integer DEFAULT 0 NOT NULL,
	"same_in_a_row" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp (3) with time zone,
	"last_ms" integer,
	"last_status" smallint,
	"last_error_code" text,
	"last_error" text,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhook_host" (
	"merchant_id" text NOT NULL,
	"host" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"open_until" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	CONSTRAINT "webhook_host_merchant_id_host_pk" PRIMARY KEY("merchant_id","host")
);
--> statement-breakpoint
CREATE TABLE "payment_extra" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"metadata" json,
	"words" "tsvector",
	"description" text,
	"payer_note" text,
	"locale" text,
	"return_url" text,
	"return_automatically" boolean DEFAULT false NOT NULL,
	"no_follow_ups" boolean DEFAULT false NOT NULL,
	CONSTRAINT "payment_extra_returns_somewhere" CHECK ("payment_extra"."return_url" is not null or not "payment_extra"."return_automatically")
);
--> statement-breakpoint
CREATE TABLE "merchant_face" (
	"merchant_id" text PRIMARY KEY NOT NULL,
	"accent" text,
	"support_email" text,
	"support_phone" text,
	"imprint_url" text,
	"terms_url" text,
	"logo" "bytea",
	"logo_hash" text,
	"logo_width" integer,
	"logo_height" integer,
	CONSTRAINT "merchant_face_accent_color" CHECK ("merchant_face"."accent" ~ '^#[0-9a-f]{6}$'),
	CONSTRAINT "merchant_face_logo_whole" CHECK (num_nulls("merchant_face"."logo", "merchant_face"."logo_hash", "merchant_face"."logo_width", "merchant_face"."logo_height") in (0, 4))
);
--> statement-breakpoint
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
	"customer_fields" jsonb,
	"seal" text DEFAULT '' NOT NULL,
	"customer_mails" text[],
	CONSTRAINT "payment_link_maximum_positive" CHECK ("payment_link"."max_payments" >= 1),
	CONSTRAINT "payment_link_mails_known" CHECK ("payment_link"."customer_mails" <@ array['seen', 'confirmed', 'short', 'late', 'refund_address', 'refund_sent']::text[])
);
--> statement-breakpoint
CREATE TABLE "payment_link_visits" (
	"payment_link_id" text PRIMARY KEY NOT NULL,
	"visits" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"payment_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"refund_id" text
);
--> statement-breakpoint
CREATE TABLE "new_address" (
	"payment_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "output" (
	"network" text NOT NULL,
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"payment_id" text NOT NULL,
	"sats" bigint NOT NULL,
	"height" integer,
	"gone" boolean DEFAULT false NOT NULL,
	"first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
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
	"watch_after_hash" text,
	"amount_sats" bigint NOT NULL,
	"price" jsonb,
	"tolerance_ppm" integer NOT NULL,
	"required_sats" bigint NOT NULL,
	"required_confirmations" smallint NOT NULL,
	"webhook_url" text,
	"reference" text,
	"payment_link_id" text,
	"follows_payment_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"flags" text[] DEFAULT '{}'::text[] NOT NULL,
	"handled" text[] DEFAULT '{}'::text[] NOT NULL,
	"accepted_at" timestamp (3) with time zone,
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
	"customer_name" text,
	"customer_email" text,
	"customer_reference" text,
	"customer_key" text,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "payment_status_known" CHECK ("payment"."status" in ('pending', 'detected', 'confirmed', 'expired', 'canceled')),
	CONSTRAINT "payment_handled_known" CHECK ("payment"."handled" <@ array['late', 'overpaid', 'underpaid', 'reverted']::text[]),
	CONSTRAINT "payment_amount_positive" CHECK ("payment"."amount_sats" >= 1),
	CONSTRAINT "payment_required_in_range" CHECK ("payment"."required_sats" between 1 and "payment"."amount_sats"),
	CONSTRAINT "payment_received_not_negative" CHECK ("payment"."received_sats" >= 0),
	CONSTRAINT "payment_depth_in_range" CHECK ("payment"."required_confirmations" between 1 and 6),
	CONSTRAINT "payment_tolerance_in_range" CHECK ("payment"."tolerance_ppm" between 0 and 10000),
	CONSTRAINT "payment_derived_or_custom" CHECK (("payment"."wallet_id" is null) = ("payment"."derivation_index" is null)),
	CONSTRAINT "payment_customer_identified" CHECK ("payment"."customer_key" is not distinct from coalesce("payment"."customer_reference", "payment"."customer_email", "payment"."customer_name"))
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
CREATE TABLE "payment_count" (
	"api_key_id" text NOT NULL,
	"kind" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"payments" integer NOT NULL,
	CONSTRAINT "payment_count_api_key_id_kind_hour_pk" PRIMARY KEY("api_key_id","kind","hour")
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
	"name" text,
	"password_hash" text,
	"demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "app_user_email_lower" CHECK ("app_user"."email" = lower("app_user"."email")),
	CONSTRAINT "app_user_name_length" CHECK (char_length("app_user"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "audit_entry" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"user_id" text,
	"action" text NOT NULL,
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
CREATE TABLE "known_device" (
	"id" text PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership" (
	"merchant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "membership_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id"),
	CONSTRAINT "membership_role_known" CHECK ("membership"."role" in ('owner', 'member', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"merchant_id" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
CREATE TABLE "recovery_code" (
	"user_id" text NOT NULL,
	"hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "recovery_code_user_id_hash_pk" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
CREATE TABLE "totp_factor" (
	"user_id" text PRIMARY KEY NOT NULL,
	"ciphertext" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "totp_factor_step_not_negative" CHECK ("totp_factor"."last_step" >= 0)
);
--> statement-breakpoint
CREATE TABLE "user_session" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"merchant_id" text,
	"device_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"factor" text NOT NULL,
	"factor_at" timestamp (3) with time zone NOT NULL,
	"ip" text,
	"user_agent" text,
	CONSTRAINT "user_session_factor_known" CHECK ("user_session"."factor" in ('password', 'provider', 'provider_mfa', 'totp', 'recovery_code', 'passkey'))
);
--> statement-breakpoint
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
CREATE TABLE "exchange_rate" (
	"currency" text PRIMARY KEY NOT NULL,
	"rate" text NOT NULL,
	"source" text NOT NULL,
	"quoted_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_rate_gap" (
	"currency" text PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "sandbox_block" (
	"hash" text PRIMARY KEY NOT NULL,
	"height" integer NOT NULL,
	"active" boolean NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"raw" "bytea" NOT NULL,
	CONSTRAINT "sandbox_block_height_not_negative" CHECK ("sandbox_block"."height" >= 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_output" (
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"sats" bigint NOT NULL,
	"height" integer,
	"coinbase" boolean NOT NULL,
	"spent_by" text,
	CONSTRAINT "sandbox_output_txid_vout_pk" PRIMARY KEY("txid","vout"),
	CONSTRAINT "sandbox_output_positive" CHECK ("sandbox_output"."sats" > 0),
	CONSTRAINT "sandbox_output_coinbase_has_height" CHECK (not "sandbox_output"."coinbase" or "sandbox_output"."height" is not null)
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
	"merchant_id" text NOT NULL,
	"event_type" text NOT NULL,
	"sequence" integer NOT NULL,
	"url" text NOT NULL,
	"held" boolean DEFAULT false NOT NULL,
	"host" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"attempt_started_at" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone NOT NULL,
	"handled" boolean DEFAULT false NOT NULL,
	"last_error" text,
	"response_status" smallint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	CONSTRAINT "delivery_status_known" CHECK ("delivery"."status" in ('pending', 'delivering', 'delivered', 'failed')),
	CONSTRAINT "delivery_started_while_delivering" CHECK (("delivery"."status" = 'delivering') = ("delivery"."attempt_started_at" is not null)),
	CONSTRAINT "delivery_due_while_pending" CHECK (("delivery"."status" = 'pending' and not "delivery"."held") = ("delivery"."next_attempt_at" is not null)),
	CONSTRAINT "delivery_held_before_its_end" CHECK (not "delivery"."held" or "delivery"."status" in ('pending', 'delivering'))
);
--> statement-breakpoint
CREATE TABLE "delivery_attempt" (
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
	"response_end" text,
	"error_code" text,
	"error" text,
	CONSTRAINT "delivery_attempt_delivery_id_number_pk" PRIMARY KEY("delivery_id","number")
);
--> statement-breakpoint
CREATE TABLE "webhook_event" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"type" text NOT NULL,
	"dialect" jsonb,
	"sequence" integer NOT NULL,
	"txid" text,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"api_key_id" text NOT NULL,
	"entry" bigserial NOT NULL,
	"position" bigint
);
--> statement-breakpoint
CREATE TABLE "payment_handled" (
	"payment_id" text NOT NULL,
	"reason" text NOT NULL,
	"handled_at" timestamp (3) with time zone NOT NULL,
	"user_id" text NOT NULL,
	CONSTRAINT "payment_handled_payment_id_reason_pk" PRIMARY KEY("payment_id","reason"),
	CONSTRAINT "payment_handled_reason_known" CHECK ("payment_handled"."reason" in ('late', 'overpaid', 'underpaid', 'reverted', 'undelivered'))
);
--> statement-breakpoint
CREATE TABLE "inbox_note" (
	"merchant_id" text NOT NULL,
	"subject" text NOT NULL,
	"note" text,
	"assignee_id" text,
	CONSTRAINT "inbox_note_subject_merchant_id_pk" PRIMARY KEY("subject","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"api_key_id" text NOT NULL,
	"network" text NOT NULL,
	"amount_sats" bigint NOT NULL,
	"price" jsonb,
	"quoted_at" timestamp (3) with time zone,
	"asked_sats" bigint[] NOT NULL,
	"excess_confirmed" boolean DEFAULT false NOT NULL,
	"address" text,
	"script" text,
	"address_given_by" text,
	"address_given_at" timestamp (3) with time zone,
	"link_expires_at" timestamp (3) with time zone,
	"watch_from_height" integer DEFAULT 0 NOT NULL,
	"watch_after_hash" text,
	"is_new_address" boolean DEFAULT false NOT NULL,
	"search_height" integer,
	"claimed_txid" text,
	"required_confirmations" smallint NOT NULL,
	"status" text NOT NULL,
	"txid" text,
	"vout" integer,
	"height" integer,
	"fee_sats" bigint,
	"announced_txid" text,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	"dropped_at" timestamp (3) with time zone,
	"wants_fee" boolean DEFAULT false NOT NULL,
	"former_scripts" text[] DEFAULT '{}' NOT NULL,
	"seal" text DEFAULT '' NOT NULL,
	CONSTRAINT "refund_status_known" CHECK ("refund"."status" in ('requested', 'ready', 'sent', 'confirmed', 'dropped')),
	CONSTRAINT "refund_amount_positive" CHECK ("refund"."amount_sats" >= 1),
	CONSTRAINT "refund_address_with_script" CHECK (("refund"."address" is null) = ("refund"."script" is null)),
	CONSTRAINT "refund_requested_without_address" CHECK ("refund"."status" <> 'requested' or "refund"."script" is null),
	CONSTRAINT "refund_ready_with_address" CHECK ("refund"."status" <> 'ready' or "refund"."script" is not null),
	CONSTRAINT "refund_sent_with_output" CHECK (("refund"."status" in ('sent', 'confirmed')) = ("refund"."txid" is not null and "refund"."vout" is not null and "refund"."sent_at" is not null)),
	CONSTRAINT "refund_confirmed_in_block" CHECK ("refund"."status" <> 'confirmed' or ("refund"."height" is not null and "refund"."confirmed_at" is not null)),
	CONSTRAINT "refund_dropped_at" CHECK ("refund"."status" <> 'dropped' or "refund"."dropped_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "refund_output" (
	"network" text NOT NULL,
	"txid" text NOT NULL,
	"vout" integer NOT NULL,
	"script" text NOT NULL,
	"sats" bigint NOT NULL,
	CONSTRAINT "refund_output_network_txid_vout_pk" PRIMARY KEY("network","txid","vout")
);
--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_merchant_wallet" FOREIGN KEY ("merchant_id","wallet_id") REFERENCES "public"."merchant_wallet"("merchant_id","wallet_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key_secret" ADD CONSTRAINT "api_key_secret_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_wallet" ADD CONSTRAINT "merchant_wallet_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_wallet" ADD CONSTRAINT "merchant_wallet_wallet_id_wallet_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallet"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_paused_by_app_user_id_fk" FOREIGN KEY ("paused_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint_standing" ADD CONSTRAINT "webhook_endpoint_standing_endpoint_id_webhook_endpoint_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoint"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_host" ADD CONSTRAINT "webhook_host_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_extra" ADD CONSTRAINT "payment_extra_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_face" ADD CONSTRAINT "merchant_face_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_link" ADD CONSTRAINT "payment_link_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_link_visits" ADD CONSTRAINT "payment_link_visits_payment_link_id_payment_link_id_fk" FOREIGN KEY ("payment_link_id") REFERENCES "public"."payment_link"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "new_address" ADD CONSTRAINT "new_address_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output" ADD CONSTRAINT "output_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output" ADD CONSTRAINT "output_transaction" FOREIGN KEY ("network","txid") REFERENCES "public"."transaction"("network","txid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_wallet_id_wallet_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."wallet"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_payment_link_id_payment_link_id_fk" FOREIGN KEY ("payment_link_id") REFERENCES "public"."payment_link"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_change" ADD CONSTRAINT "payment_change_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_invited_by_app_user_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_device" ADD CONSTRAINT "known_device_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership" ADD CONSTRAINT "membership_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identity" ADD CONSTRAINT "user_identity_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_factor" ADD CONSTRAINT "totp_factor_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_session" ADD CONSTRAINT "user_session_device_id_known_device_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."known_device"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "confirmation_rate" ADD CONSTRAINT "confirmation_rate_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_output" ADD CONSTRAINT "sandbox_output_spent_by_sandbox_transaction_txid_fk" FOREIGN KEY ("spent_by") REFERENCES "public"."sandbox_transaction"("txid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_transaction" ADD CONSTRAINT "sandbox_transaction_block_hash_sandbox_block_hash_fk" FOREIGN KEY ("block_hash") REFERENCES "public"."sandbox_block"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_event_id_webhook_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."webhook_event"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_event" ADD CONSTRAINT "webhook_event_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_handled" ADD CONSTRAINT "payment_handled_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_handled" ADD CONSTRAINT "payment_handled_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_note" ADD CONSTRAINT "inbox_note_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_note" ADD CONSTRAINT "inbox_note_assignee_id_app_user_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_key_merchant" ON "api_key" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "api_key_wallet" ON "api_key" USING btree ("wallet_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_secret_hash" ON "api_key_secret" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "api_key_secret_key" ON "api_key_secret" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "merchant_wallet_wallet" ON "merchant_wallet" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "signing_secret_owner" ON "signing_secret" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "wallet_fingerprint" ON "wallet" USING btree ("network","fingerprint");--> statement-breakpoint
CREATE INDEX "chain_reorg_network" ON "chain_reorg" USING btree ("network","id");--> statement-breakpoint
CREATE INDEX "transaction_waiting" ON "transaction" USING btree ("network") WHERE "transaction"."height" is null and not "transaction"."gone";--> statement-breakpoint
CREATE INDEX "transaction_gone" ON "transaction" USING btree ("network","missing_since") WHERE "transaction"."height" is null and "transaction"."gone";--> statement-breakpoint
CREATE INDEX "transaction_height" ON "transaction" USING btree ("network","height");--> statement-breakpoint
CREATE INDEX "webhook_endpoint_merchant" ON "webhook_endpoint" USING btree ("merchant_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "webhook_endpoint_made" ON "webhook_endpoint" USING btree ("merchant_id") WHERE "webhook_endpoint"."events" is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoint_paused" ON "webhook_endpoint" USING btree ("merchant_id") WHERE "webhook_endpoint"."paused_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_endpoint_failing" ON "webhook_endpoint_standing" USING btree ("merchant_id","failing_since") WHERE "webhook_endpoint_standing"."failing_since" is not null;--> statement-breakpoint
CREATE INDEX "payment_extra_words" ON "payment_extra" USING gin ("words");--> statement-breakpoint
CREATE INDEX "merchant_face_logo" ON "merchant_face" USING btree ("logo_hash");--> statement-breakpoint
CREATE INDEX "payment_link_list" ON "payment_link" USING btree ("api_key_id","created_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "idempotency_created" ON "idempotency" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "output_seen" ON "output" USING btree ("payment_id","first_seen_at","txid","vout");--> statement-breakpoint
CREATE INDEX "output_age" ON "output" USING btree ("payment_id","height","first_seen_at","txid","vout","sats") WHERE not "output"."gone";--> statement-breakpoint
CREATE UNIQUE INDEX "payment_checkout" ON "payment" USING btree ("checkout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_derivation" ON "payment" USING btree ("wallet_id","derivation_index");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_held_address" ON "payment" USING btree ("network","script") WHERE "payment"."holds_address";--> statement-breakpoint
CREATE INDEX "payment_script" ON "payment" USING hash ("script");--> statement-breakpoint
CREATE INDEX "payment_reference" ON "payment" USING btree ("reference") WHERE "payment"."reference" is not null;--> statement-breakpoint
CREATE INDEX "payment_price_amount" ON "payment" USING btree ((("price" ->> 'amount')::numeric)) WHERE "payment"."price" is not null;--> statement-breakpoint
CREATE INDEX "payment_list" ON "payment" USING btree ("api_key_id","created_at" DESC NULLS FIRST,"id","status");--> statement-breakpoint
CREATE INDEX "payment_list_verified" ON "payment" USING btree ("api_key_id","created_at" DESC NULLS FIRST,"id") WHERE "payment"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "payment_list_unverified" ON "payment" USING btree ("api_key_id","created_at" DESC NULLS FIRST,"id") WHERE "payment"."status" <> 'confirmed';--> statement-breakpoint
CREATE INDEX "payment_open_work" ON "payment" USING btree ("api_key_id") WHERE (("payment"."flags" @> array['late'] and "payment"."status" in ('confirmed')) and not "payment"."handled" @> array['late'] or ("payment"."flags" @> array['overpaid'] and "payment"."status" in ('confirmed')) and not "payment"."handled" @> array['overpaid'] or ("payment"."flags" @> array['underpaid'] and "payment"."status" in ('expired', 'canceled')) and not "payment"."handled" @> array['underpaid'] or ("payment"."flags" @> array['replaced'] and "payment"."status" in ('pending', 'expired', 'canceled') or "payment"."flags" @> array['reorged'] and "payment"."status" in ('pending', 'detected', 'expired', 'canceled')) and not "payment"."handled" @> array['reverted']);--> statement-breakpoint
CREATE INDEX "payment_handled_work" ON "payment" USING btree ("api_key_id") WHERE "payment"."handled" <> '{}';--> statement-breakpoint
CREATE INDEX "payment_of_link" ON "payment" USING btree ("payment_link_id","status","received_sats") WHERE "payment"."payment_link_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_of_links_of_wallet" ON "payment" USING btree ("wallet_id","created_at") WHERE "payment"."payment_link_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_follows" ON "payment" USING btree ("follows_payment_id") WHERE "payment"."follows_payment_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_to_expire" ON "payment" USING btree ("network","expires_at") WHERE "payment"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payment_to_confirm" ON "payment" USING btree ("network","covered_height") WHERE "payment"."status" = 'detected';--> statement-breakpoint
CREATE INDEX "payment_confirmed" ON "payment" USING btree ("api_key_id","confirmed_at","received_sats") WHERE "payment"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "payment_covered" ON "payment" USING btree ("network","covered_height");--> statement-breakpoint
CREATE INDEX "payment_customer" ON "payment" USING btree ("api_key_id","customer_key","created_at") WHERE "payment"."customer_key" is not null;--> statement-breakpoint
CREATE INDEX "payment_change_payment" ON "payment_change" USING btree ("payment_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "app_user_email" ON "app_user" USING btree ("email");--> statement-breakpoint
CREATE INDEX "audit_entry_merchant" ON "audit_entry" USING btree ("merchant_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_entry_subject" ON "audit_entry" USING btree ("subject","at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_token" ON "invitation" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitation_merchant" ON "invitation" USING btree ("merchant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_open" ON "invitation" USING btree ("merchant_id","email") WHERE accepted_at is null and revoked_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "known_device_token" ON "known_device" USING btree ("token_hash","user_id");--> statement-breakpoint
CREATE INDEX "known_device_user" ON "known_device" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "membership_user" ON "membership" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view" USING btree ("user_id","merchant_id","name");--> statement-breakpoint
CREATE INDEX "user_identity_user" ON "user_identity" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "user_session_user" ON "user_session" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_session_device" ON "user_session" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "confirmation_rate_wanted" ON "confirmation_rate" USING btree ("confirmed_at") WHERE "confirmation_rate"."wanted";--> statement-breakpoint
CREATE INDEX "api_request_key" ON "api_request" USING btree ("api_key_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "api_request_refused" ON "api_request" USING btree ("api_key_id","at" DESC NULLS FIRST) WHERE status >= 400;--> statement-breakpoint
CREATE INDEX "api_request_at" ON "api_request" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_block_height" ON "sandbox_block" USING btree ("height") WHERE "sandbox_block"."active";--> statement-breakpoint
CREATE INDEX "sandbox_output_unspent" ON "sandbox_output" USING btree ("sats") WHERE "sandbox_output"."spent_by" is null;--> statement-breakpoint
CREATE INDEX "sandbox_output_spent_by" ON "sandbox_output" USING btree ("spent_by");--> statement-breakpoint
CREATE INDEX "sandbox_output_height" ON "sandbox_output" USING btree ("height");--> statement-breakpoint
CREATE INDEX "sandbox_transaction_mempool" ON "sandbox_transaction" USING btree ("entry") WHERE "sandbox_transaction"."state" = 'mempool';--> statement-breakpoint
CREATE INDEX "sandbox_transaction_block" ON "sandbox_transaction" USING btree ("block_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_payment_event_url" ON "delivery" USING btree ("payment_id","event_id","url");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_in_flight" ON "delivery" USING btree ("payment_id","url") WHERE "delivery"."status" = 'delivering';--> statement-breakpoint
CREATE INDEX "delivery_due" ON "delivery" USING btree ("merchant_id","host","next_attempt_at") WHERE "delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "delivery_endpoint" ON "delivery" USING btree ("merchant_id","url","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "delivery_key" ON "delivery" USING btree ("api_key_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "delivery_given_up" ON "delivery" USING btree ("api_key_id","handled","payment_id") WHERE "delivery"."status" = 'failed';--> statement-breakpoint
CREATE INDEX "delivery_attempt_started" ON "delivery_attempt" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_event_sequence" ON "webhook_event" USING btree ("payment_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_event_listed" ON "webhook_event" USING btree ("api_key_id","position") WHERE position is not null;--> statement-breakpoint
CREATE INDEX "webhook_event_unlisted" ON "webhook_event" USING btree ("api_key_id","entry") WHERE position is null and dialect is null;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_output" ADD CONSTRAINT "refund_output_transaction" FOREIGN KEY ("network","txid") REFERENCES "public"."transaction"("network","txid") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("payment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "refund_script" ON "refund" USING hash ("script");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_output_once" ON "refund" USING btree ("network","txid","vout");--> statement-breakpoint
CREATE INDEX "refund_open" ON "refund" USING btree ("api_key_id","created_at") WHERE "refund"."status" in ('requested', 'ready');--> statement-breakpoint
CREATE INDEX "refund_sent" ON "refund" USING btree ("api_key_id","sent_at") WHERE "refund"."status" in ('sent', 'confirmed');--> statement-breakpoint
CREATE INDEX "refund_to_confirm" ON "refund" USING btree ("network","height") WHERE "refund"."status" = 'sent';--> statement-breakpoint
CREATE INDEX "refund_confirmed" ON "refund" USING btree ("network","height") WHERE "refund"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "refund_ready" ON "refund" USING btree ("network","updated_at") WHERE "refund"."status" = 'ready';--> statement-breakpoint
CREATE INDEX "refund_new_address" ON "refund" USING btree ("network") WHERE "refund"."is_new_address";--> statement-breakpoint
CREATE INDEX "refund_search" ON "refund" USING btree ("network") WHERE "refund"."search_height" is not null;--> statement-breakpoint
CREATE INDEX "refund_former" ON "refund" USING btree ("network") WHERE "refund"."former_scripts" <> '{}';--> statement-breakpoint
CREATE INDEX "refund_output_script" ON "refund_output" USING hash ("script");--> statement-breakpoint
CREATE INDEX "refund_wants_fee" ON "refund" USING btree ("network") WHERE "refund"."wants_fee";--> statement-breakpoint
-- The rest is written by hand: drizzle-kit generates neither storage parameters nor triggers.
-- Rows of the current hour or quarter of an hour, and of endpoints, change often: their pages have
-- room for it.
ALTER TABLE "payment_count" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "webhook_count" SET (fillfactor = 50);--> statement-breakpoint
ALTER TABLE "webhook_endpoint_standing" SET (fillfactor = 50);--> statement-breakpoint
CREATE TABLE "greenfield_invoice" (
	"payment_id" text PRIMARY KEY NOT NULL,
	"api_key_id" text NOT NULL,
	"created_by" text,
	"metadata" json NOT NULL,
	"checkout" jsonb NOT NULL,
	"order_id" text,
	"archived" boolean DEFAULT false NOT NULL,
	"mark" text,
	"marked_at" timestamp (3) with time zone,
	"marked_by" text,
	"told" jsonb,
	"settles_at" integer,
	CONSTRAINT "greenfield_invoice_mark_known" CHECK ("greenfield_invoice"."mark" in ('Settled', 'Invalid')),
	CONSTRAINT "greenfield_invoice_mark_dated" CHECK (("greenfield_invoice"."mark" is null) = ("greenfield_invoice"."marked_at" is null))
);
--> statement-breakpoint
CREATE TABLE "greenfield_key" (
	"id" text PRIMARY KEY NOT NULL,
	"api_key_id" text NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"label" text NOT NULL,
	"application_identifier" text,
	"redirect_url" text,
	"permissions" text[] NOT NULL,
	"created_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"revoked_at" timestamp (3) with time zone,
	"seal" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "greenfield_webhook" (
	"id" text PRIMARY KEY NOT NULL,
	"api_key_id" text NOT NULL,
	"url" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"automatic_redelivery" boolean DEFAULT true NOT NULL,
	"everything" boolean DEFAULT true NOT NULL,
	"specific_events" text[] DEFAULT '{}'::text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "greenfield_invoice" ADD CONSTRAINT "greenfield_invoice_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "greenfield_invoice" ADD CONSTRAINT "greenfield_invoice_marked_by_greenfield_key_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."greenfield_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "greenfield_key" ADD CONSTRAINT "greenfield_key_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "greenfield_key" ADD CONSTRAINT "greenfield_key_created_by_app_user_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "greenfield_webhook" ADD CONSTRAINT "greenfield_webhook_api_key_id_api_key_id_fk" FOREIGN KEY ("api_key_id") REFERENCES "public"."api_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "greenfield_invoice_order" ON "greenfield_invoice" USING btree ("api_key_id","order_id") WHERE "greenfield_invoice"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "greenfield_invoice_marked" ON "greenfield_invoice" USING btree ("marked_by","marked_at") WHERE "greenfield_invoice"."marked_by" is not null;--> statement-breakpoint
CREATE INDEX "greenfield_invoice_settling" ON "greenfield_invoice" USING btree ("settles_at") WHERE "greenfield_invoice"."settles_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "greenfield_key_hash" ON "greenfield_key" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "greenfield_key_store" ON "greenfield_key" USING btree ("api_key_id");--> statement-breakpoint
CREATE INDEX "greenfield_webhook_store" ON "greenfield_webhook" USING btree ("api_key_id");--> statement-breakpoint
CREATE FUNCTION payment_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO payment_count AS c (api_key_id, kind, hour, payments)
    SELECT p.api_key_id, k.kind, date_trunc('hour', p.created_at, 'UTC'), count(*)
    FROM new_rows p CROSS JOIN (VALUES ('created'), ('verified')) AS k(kind)
    WHERE k.kind = 'created' OR p.status = 'confirmed'
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (api_key_id, kind, hour) DO UPDATE SET payments = c.payments + excluded.payments;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO payment_count AS c (api_key_id, kind, hour, payments)
    SELECT p.api_key_id, k.kind, date_trunc('hour', p.created_at, 'UTC'), -count(*)
    FROM old_rows p CROSS JOIN (VALUES ('created'), ('verified')) AS k(kind)
    WHERE k.kind = 'created' OR p.status = 'confirmed'
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (api_key_id, kind, hour) DO UPDATE SET payments = c.payments + excluded.payments;
  ELSE
    INSERT INTO payment_count AS c (api_key_id, kind, hour, payments)
    SELECT p.api_key_id, k.kind, date_trunc('hour', p.created_at, 'UTC'), sum(p.change)
    FROM (
      SELECT api_key_id, status, created_at, 1 AS change FROM new_rows
      UNION ALL
      SELECT api_key_id, status, created_at, -1 AS change FROM old_rows
    ) p CROSS JOIN (VALUES ('created'), ('verified')) AS k(kind)
    WHERE k.kind = 'created' OR p.status = 'confirmed'
    GROUP BY 1, 2, 3 HAVING sum(p.change) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (api_key_id, kind, hour) DO UPDATE SET payments = c.payments + excluded.payments;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER payment_counted_insert AFTER INSERT ON payment
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION payment_counted();--> statement-breakpoint
CREATE TRIGGER payment_counted_update AFTER UPDATE ON payment
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION payment_counted();--> statement-breakpoint
CREATE TRIGGER payment_counted_delete AFTER DELETE ON payment
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION payment_counted();--> statement-breakpoint
-- A mining reward cannot be spent, and may vanish in a reorg, until it has 100 confirmations. It counts as
-- if it were in the block that gives it the required confirmations only then.
CREATE FUNCTION counting_height(height integer, spends text[], payment_id text) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT height + CASE WHEN spends[1] = repeat('0', 64) || ':4294967295'
    THEN 100 - (SELECT p.required_confirmations FROM payment p WHERE p.id = payment_id) ELSE 0 END
$$;--> statement-breakpoint
CREATE FUNCTION output_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT counting_height(t.height, t.spends, NEW.payment_id), t.gone, t.first_seen_at
  INTO NEW.height, NEW.gone, NEW.first_seen_at
  FROM transaction t WHERE t.network = NEW.network AND t.txid = NEW.txid;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION transaction_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE output o SET height = counting_height(t.height, t.spends, o.payment_id), gone = t.gone,
    first_seen_at = t.first_seen_at
  FROM new_rows t
  WHERE t.network = o.network AND t.txid = o.txid
    AND (o.height, o.gone, o.first_seen_at) IS DISTINCT FROM
      (counting_height(t.height, t.spends, o.payment_id), t.gone, t.first_seen_at);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER output_recorded BEFORE INSERT ON output
  FOR EACH ROW EXECUTE FUNCTION output_recorded();--> statement-breakpoint
CREATE TRIGGER transaction_changed AFTER UPDATE ON transaction
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION transaction_changed();
--> statement-breakpoint
CREATE TABLE "notification_channel" (
	"id" text PRIMARY KEY NOT NULL,
	"merchant_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"host" text NOT NULL,
	"sealed_target" text NOT NULL,
	"topics" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"last_sent_at" timestamp (3) with time zone,
	"last_error" text,
	"last_error_at" timestamp (3) with time zone,
	CONSTRAINT "notification_channel_kind" CHECK ("notification_channel"."kind" in ('ntfy', 'slack', 'discord', 'telegram', 'matrix')),
	CONSTRAINT "notification_channel_topics" CHECK ("notification_channel"."topics" <@ array['money', 'refunds', 'webhooks', 'chains', 'rates', 'security']::text[])
);
--> statement-breakpoint
CREATE TABLE "mail" (
	"id" text PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"channel_id" text,
	"fact" text NOT NULL,
	"merchant_id" text,
	"payment_id" text,
	"digest" text,
	"locale" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"link_text" text,
	"path" text,
	"sealed_path" text,
	"report" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"batch" text,
	"last_error" text,
	"sent_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	CONSTRAINT "mail_ends_once" CHECK (num_nonnulls("mail"."next_attempt_at", "mail"."sent_at", "mail"."failed_at") <= 1)
);
--> statement-breakpoint
CREATE TABLE "mail_sender" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"last_error" text,
	"last_error_at" timestamp (3) with time zone,
	CONSTRAINT "mail_sender_only" CHECK ("mail_sender"."only")
);
--> statement-breakpoint
CREATE TABLE "notification_choice" (
	"merchant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"topics" text[] NOT NULL,
	CONSTRAINT "notification_choice_merchant_id_user_id_pk" PRIMARY KEY("merchant_id","user_id"),
	CONSTRAINT "notification_choice_known" CHECK ("notification_choice"."topics" <@ array['money', 'refunds', 'webhooks', 'chains', 'rates', 'security', 'report']::text[])
);
--> statement-breakpoint
CREATE TABLE "password_reset" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "notification_channel" ADD CONSTRAINT "notification_channel_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_channel_id_notification_channel_id_fk" FOREIGN KEY ("channel_id") REFERENCES "public"."notification_channel"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail" ADD CONSTRAINT "mail_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choice" ADD CONSTRAINT "notification_choice_merchant_id_merchant_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_choice" ADD CONSTRAINT "notification_choice_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_reset" ADD CONSTRAINT "password_reset_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_once" ON "mail" USING btree ("recipient","fact");--> statement-breakpoint
CREATE INDEX "mail_due" ON "mail" USING btree ("next_attempt_at") WHERE "mail"."next_attempt_at" is not null;--> statement-breakpoint
CREATE INDEX "mail_waiting" ON "mail" USING btree ("digest") WHERE "mail"."sent_at" is null and "mail"."failed_at" is null;--> statement-breakpoint
CREATE INDEX "mail_batch" ON "mail" USING btree ("batch");--> statement-breakpoint
CREATE INDEX "mail_payment" ON "mail" USING btree ("payment_id") WHERE "mail"."payment_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_channel" ON "mail" USING btree ("channel_id") WHERE "mail"."channel_id" is not null;--> statement-breakpoint
CREATE INDEX "mail_created" ON "mail" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "notification_channel_merchant" ON "notification_channel" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "notification_choice_user" ON "notification_choice" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "password_reset_token" ON "password_reset" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "password_reset_user" ON "password_reset" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkey_counter_not_negative" CHECK ("passkey"."counter" >= 0),
	CONSTRAINT "passkey_name_length" CHECK (char_length("passkey"."name") between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "passkey_challenge" (
	"hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"browser" text NOT NULL,
	"user_id" text,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "passkey_challenge" ADD CONSTRAINT "passkey_challenge_user_id_app_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."app_user"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "passkey_credential" ON "passkey" USING btree ("credential_id");
--> statement-breakpoint
CREATE INDEX "passkey_user" ON "passkey" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "passkey_challenge_expiry" ON "passkey_challenge" USING btree ("expires_at");