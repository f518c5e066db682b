DROP INDEX "output_payment";--> statement-breakpoint
ALTER TABLE "output" ADD COLUMN "height" integer;--> statement-breakpoint
ALTER TABLE "output" ADD COLUMN "gone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "output" ADD COLUMN "first_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE output o SET height = t.height, gone = t.gone, first_seen_at = t.first_seen_at
  FROM transaction t WHERE t.network = o.network AND t.txid = o.txid;--> statement-breakpoint
CREATE INDEX "output_seen" ON "output" USING btree ("payment_id","first_seen_at","txid","vout");--> statement-breakpoint
CREATE INDEX "output_age" ON "output" USING btree ("payment_id","height","first_seen_at","txid","vout","sats") WHERE not "output"."gone";--> statement-breakpoint
CREATE FUNCTION output_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT t.height, t.gone, t.first_seen_at INTO NEW.height, NEW.gone, NEW.first_seen_at
  FROM transaction t WHERE t.network = NEW.network AND t.txid = NEW.txid;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE FUNCTION transaction_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE output o SET height = t.height, gone = t.gone, first_seen_at = t.first_seen_at
  FROM new_rows t
  WHERE t.network = o.network AND t.txid = o.txid
    AND (o.height, o.gone, o.first_seen_at) IS DISTINCT FROM (t.height, t.gone, t.first_seen_at);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER output_recorded BEFORE INSERT ON output
  FOR EACH ROW EXECUTE FUNCTION output_recorded();--> statement-breakpoint
CREATE TRIGGER transaction_changed AFTER UPDATE ON transaction
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION transaction_changed();
