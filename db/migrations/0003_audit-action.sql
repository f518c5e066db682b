ALTER TABLE "audit_entry" RENAME COLUMN "act" TO "action";
