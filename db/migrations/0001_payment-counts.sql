CREATE TABLE "payment_count" (
	"api_key_id" text NOT NULL,
	"kind" text NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"payments" integer NOT NULL,
	CONSTRAINT "payment_count_api_key_id_kind_hour_pk" PRIMARY KEY("api_key_id","kind","hour")
);
--> statement-breakpoint
CREATE INDEX "payment_list_verified" ON "payment" USING btree ("api_key_id","created_at" DESC NULLS FIRST,"id") WHERE "payment"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "payment_list_unverified" ON "payment" USING btree ("api_key_id","created_at" DESC NULLS FIRST,"id") WHERE "payment"."status" <> 'confirmed';--> statement-breakpoint
ALTER TABLE "payment_count" SET (fillfactor = 50);--> statement-breakpoint
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
INSERT INTO payment_count (api_key_id, kind, hour, payments)
  SELECT api_key_id, k.kind, date_trunc('hour', created_at, 'UTC'), count(*)
  FROM payment CROSS JOIN (VALUES ('created'), ('verified')) AS k(kind)
  WHERE k.kind = 'created' OR status = 'confirmed'
  GROUP BY 1, 2, 3;
