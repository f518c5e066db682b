ALTER TABLE "wallet" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "wallet" ADD COLUMN "template" text;--> statement-breakpoint
ALTER TABLE "wallet" ADD COLUMN "first_addresses" text[];--> statement-breakpoint
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_derived_together" CHECK (num_nulls("wallet"."kind", "wallet"."template", "wallet"."first_addresses") in (0, 3));