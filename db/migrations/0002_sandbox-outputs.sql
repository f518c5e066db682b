ALTER TABLE "sandbox_coin" RENAME TO "sandbox_output";--> statement-breakpoint
ALTER TABLE "sandbox_output" RENAME CONSTRAINT "sandbox_coin_positive" TO "sandbox_output_positive";--> statement-breakpoint
ALTER TABLE "sandbox_output" RENAME CONSTRAINT "sandbox_coin_coinbase_has_height" TO "sandbox_output_coinbase_has_height";--> statement-breakpoint
ALTER TABLE "sandbox_output" RENAME CONSTRAINT "sandbox_coin_spent_by_sandbox_transaction_txid_fk" TO "sandbox_output_spent_by_sandbox_transaction_txid_fk";--> statement-breakpoint
ALTER TABLE "sandbox_output" RENAME CONSTRAINT "sandbox_coin_txid_vout_pk" TO "sandbox_output_txid_vout_pk";--> statement-breakpoint
ALTER INDEX "sandbox_coin_unspent" RENAME TO "sandbox_output_unspent";--> statement-breakpoint
ALTER INDEX "sandbox_coin_spent_by" RENAME TO "sandbox_output_spent_by";--> statement-breakpoint
ALTER INDEX "sandbox_coin_height" RENAME TO "sandbox_output_height";
