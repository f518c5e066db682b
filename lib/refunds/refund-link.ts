import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { refund } from '@/db/schema/refunds';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayChange, type Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import type { Vault } from '@/lib/keys/vault';
import { mailCustomerAboutRefund } from '@/lib/mail/mail-customers';
import { notifyRefundChanged } from './notify-refund-changed';
import { lockRefund, type RefundRow, requireOpen } from './refund-row';

const LINK_DAYS = 14;
const OWNER = 'refund link';

interface RefundLink {
  /** The last part of the page's URL. */
  readonly token: string;
  readonly expiresAt: Date;
  readonly isMailed: boolean;
}

/**
 * Returns a link to the page on which a customer enters a refund's address. If the last link has
 * expired, or with `renew`, creates a new link for 14 days. Otherwise returns the last link again.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`; `refund_not_open` once the refund is sent
 *   or dropped
 */
export async function createRefundLink(
  db: Db,
  vault: Vault,
  actor: Member,
  { refundId, renew }: { readonly refundId: string; readonly renew: boolean },
  now: Date,
): Promise<RefundLink> {
  assertMayChange(actor);
  return db.transaction(async (tx) => {
    const { row, payment } = await lockRefund(tx, actor, refundId);
    requireOpen(row);
    const current = row.linkExpiresAt;
    const isValid = !renew && current !== null && current > now;
    const expiresAt = isValid ? current : new Date(now.getTime() + LINK_DAYS * 86_400_000);
    if (!isValid) {
      await tx
        .update(refund)
        .set({ linkExpiresAt: expiresAt, updatedAt: now })
        .where(eq(refund.id, refundId));
      const data = { refund_id: refundId };
      await recordAuditEntry(tx, actor, 'refund.request_address', payment.id, data, now);
      await notifyRefundChanged(tx, payment);
    }
    const token = tokenOf(vault, refundId, expiresAt);
    const link = { path: `/refund/${token}`, sealedBy: vault };
    const withLink = { ...row, linkExpiresAt: expiresAt };
    const isMailed = await mailCustomerAboutRefund(tx, 'refund_address', withLink, now, link);
    return { token, expiresAt, isMailed };
  });
}

/**
 * Returns the refund of a customer's link, whose page shows the refund until the link expires.
 *
 * @throws Problem `not_found` for a link that was never valid, has expired or was renewed
 */
export async function refundOfLink(
  db: Db,
  vault: Vault,
  token: string,
  now: Date,
): Promise<RefundRow> {
  const { id, expiresAt } = readToken(vault, token);
  const [row] = await db
    .select()
    .from(refund)
    .where(and(eq(refund.id, id), eq(refund.linkExpiresAt, expiresAt)));
  if (row && expiresAt > now) return row;
  throw noLink();
}

function tokenOf(vault: Vault, refundId: string, expiresAt: Date): string {
  return vault.seal(`${refundId} ${expiresAt.getTime()}`, OWNER).replace(/^v1\./, '');
}

function readToken(vault: Vault, token: string): { id: string; expiresAt: Date } {
  try {
    const [id, time] = vault.open(`v1.${token}`, OWNER).split(' ');
    return { id: `${id}`, expiresAt: new Date(Number(time)) };
  } catch {
    throw noLink();
  }
}

function noLink(): Problem {
  return new Problem('not_found', 'This link is not valid, or its time is over.');
}
