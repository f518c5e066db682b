import type { KeyAnswer } from '@/app/dashboard/_data/key-answers';
import type { KeyView } from '@/lib/keys/list-keys';

/** A key as JSON: no secret of it. */
export function keyAnswer(key: KeyView): KeyAnswer {
  return {
    id: key.id,
    name: key.name,
    network: key.network,
    wallet_id: key.walletId,
    state: key.state,
    prefix: key.prefix,
    previous: key.previous.map(({ prefix, validUntil }) => ({
      prefix,
      valid_until: validUntil.toISOString(),
    })),
    previous_signing_until: key.previousSigningUntil?.toISOString() ?? null,
    allow_custom_addresses: key.allowCustomAddresses,
    allowed_ips: [...key.allowedIps],
    embed_origins: [...key.embedOrigins],
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
  };
}
