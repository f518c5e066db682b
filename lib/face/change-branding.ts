import { createHash } from 'node:crypto';
import type { Db } from '@/db/client';
import { merchantFace } from '@/db/schema/faces';
import { lockTeam } from '@/lib/accounts/lock-team';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import { assertMayAdminister, type Member } from '@/lib/domain/actor';
import type { Branding, BrandingSettings } from '@/lib/domain/branding';
import type { EncodedLogo } from './encode-logo';
import { encodeLogo } from './logo-thread';
import { readBranding } from './read-branding';

/**
 * Changes the branding that customers see. Omitted settings are not changed.
 *
 * @throws Problem `forbidden` unless the actor is an owner
 */
export async function changeBranding(
  db: Db,
  actor: Member,
  changes: { readonly [Name in keyof BrandingSettings]?: BrandingSettings[Name] | undefined },
  now: Date,
): Promise<void> {
  assertMayAdminister(actor);
  await db.transaction(async (tx) => {
    await lockTeam(tx, actor);
    const before = await readBranding(tx, actor.merchantId);
    const changed = Object.entries(changes).filter(
      ([name, to]) => to !== undefined && to !== before[name as keyof Branding],
    );
    if (changed.length === 0) return;
    await writeFace(tx, actor.merchantId, Object.fromEntries(changed));
    const from = Object.fromEntries(
      changed.map(([name]) => [name, before[name as keyof Branding]]),
    );
    const details = { from, to: Object.fromEntries(changed) };
    await recordAuditEntry(tx, actor, 'merchant.set_face', actor.merchantId, details, now);
  });
}

/**
 * Sets the logo from a PNG, JPEG or WebP, or removes it with null. Only pixels are stored.
 *
 * @throws Problem `forbidden` unless the actor is an owner; `invalid_request` for any other file;
 *  `server_busy`
 */
export async function setLogo(
  db: Db,
  actor: Member,
  file: Uint8Array | null,
  now: Date,
): Promise<void> {
  assertMayAdminister(actor);
  const encoded = file && (await encodeLogo(file));
  const logo = encoded && { ...encoded, hash: hashOf(encoded) };
  await db.transaction(async (tx) => {
    await lockTeam(tx, actor);
    const from = (await readBranding(tx, actor.merchantId)).logo?.hash ?? null;
    const to = logo?.hash ?? null;
    if (from === to) return;
    await writeFace(tx, actor.merchantId, {
      logo: logo?.png ?? null,
      logoHash: to,
      logoWidth: logo?.width ?? null,
      logoHeight: logo?.height ?? null,
    });
    await recordAuditEntry(tx, actor, 'merchant.set_logo', actor.merchantId, { from, to }, now);
  });
}

async function writeFace(
  tx: Db,
  merchantId: string,
  set: Partial<typeof merchantFace.$inferInsert>,
): Promise<void> {
  await tx
    .insert(merchantFace)
    .values({ ...set, merchantId })
    .onConflictDoUpdate({ target: merchantFace.merchantId, set });
}

function hashOf({ png }: EncodedLogo): string {
  return createHash('sha256').update(png).digest('hex').slice(0, 32);
}
