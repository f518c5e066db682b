import { z } from 'zod';
import { NETWORKS } from '@/lib/domain/network';

const at = z.iso.datetime();

const keyAnswer = z.object({
  id: z.string(),
  name: z.string(),
  network: z.enum(NETWORKS),
  wallet_id: z.string(),
  state: z.enum(['active', 'expired', 'revoked']),
  prefix: z.string(),
  /** Replaced secrets that are accepted until their overlap ends. */
  previous: z.array(z.object({ prefix: z.string(), valid_until: at })),
  previous_signing_until: at.nullable(),
  allow_custom_addresses: z.boolean(),
  allowed_ips: z.array(z.string()),
  embed_origins: z.array(z.string()),
  created_at: at,
  expires_at: at.nullable(),
  revoked_at: at.nullable(),
  last_used_at: at.nullable(),
});
export type KeyAnswer = z.infer<typeof keyAnswer>;

export const keysAnswer = z.object({
  data: z.array(keyAnswer),
  /** Networks the server follows: payments on others are refused. */
  followed: z.array(z.enum(NETWORKS)),
  can: z.object({ administer: z.boolean(), change: z.boolean() }),
});
export type KeysAnswer = z.infer<typeof keysAnswer>;

/** Both secrets are in clear here and never again. */
export const createdKeyAnswer = z.object({
  id: z.string(),
  api_key: z.string(),
  signing_secret: z.string(),
});
export type CreatedKeyAnswer = z.infer<typeof createdKeyAnswer>;

export const previewAnswer = z.object({
  kind: z.string(),
  canonical: z.string(),
  addresses: z.array(z.string()),
});
export type PreviewAnswer = z.infer<typeof previewAnswer>;

export const rotatedKeyAnswer = z.object({ api_key: z.string(), previous_valid_until: at });
export const rotatedSigningSecretAnswer = z.object({
  signing_secret: z.string(),
  previous_valid_until: at,
});
export const revealedAnswer = z.object({ signing_secret: z.string() });
export const changedKeyAnswer = z.object({ id: z.string() });

const walletAnswer = z.object({
  id: z.string(),
  network: z.enum(NETWORKS),
  kind: z.string(),
  fingerprint: z.string(),
  descriptor: z.string(),
  next_index: z.int(),
  last_paid_index: z.int().nullable(),
  unused_run: z.int(),
  longest_gap: z.int(),
  gap_limit: z.int(),
  first_addresses: z.array(z.string()),
  keys: z.array(z.object({ id: z.string(), name: z.string(), revoked: z.boolean() })),
  created_at: at,
});
export type WalletAnswer = z.infer<typeof walletAnswer>;

export const walletsAnswer = z.object({ data: z.array(walletAnswer) });
