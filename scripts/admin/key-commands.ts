import { asc, desc } from 'drizzle-orm';
import { apiKey, apiKeySecret } from '@/db/schema/accounts';
import { OPERATOR } from '@/lib/domain/actor';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { MAX_SECRET_OVERLAP_SECONDS } from '@/lib/domain/limits';
import { revokeKey } from '@/lib/keys/revoke-key';
import { rotateKey } from '@/lib/keys/rotate-key';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { updateKey } from '@/lib/keys/update-key';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import { addNoSourceWarning } from './add-no-source-warning';
import {
  type Arguments,
  type Command,
  EVENTS_OPTION,
  readKeyIdArgument,
  readTextOption,
  readWebhookEventsOption,
  readWebhookUrlOption,
  readWholeNumberOption,
  URL_OPTION,
  UsageError,
} from './command';

const DAY_SECONDS = 86_400;

const KEY: NonNullable<Command['word']> = ['key-id', 'the key, as "key list" names it'];
const KEY_OPTION = ['--key <key-id>', 'the same'] as const;

const MANAGEMENT_OPTION = [
  '--allow-management <yes|no>',
  'whether the key may manage its webhooks and settings over the API',
] as const;

const rotateOptions = [
  KEY_OPTION,
  [
    '--overlap <seconds>',
    'how long the old secret stays valid: by default a day; give 0 after a leak',
  ],
] as const;

export const keyRotate: Command = {
  about: 'Gives a key a new secret, and prints it once.',
  word: KEY,
  options: rotateOptions,
  example: 'key rotate key_… --overlap 3600',
  run: async ({ db, clock }, given) => {
    const rotated = await rotateKey(
      db,
      OPERATOR,
      readKeyIdArgument(given),
      overlapSeconds(given),
      clock(),
    );
    return {
      id: rotated.id,
      api_key: rotated.apiKey,
      previous_valid_until: rotated.previousValidUntil.toISOString(),
    };
  },
};

export const secretRotate: Command = {
  about: 'Gives a key a new signing secret for its webhooks, and prints it once.',
  word: KEY,
  options: rotateOptions,
  example: 'secret rotate key_… --overlap 86400',
  run: async ({ db, vault, clock }, given) => {
    const overlap = overlapSeconds(given);
    const rotated = await rotateSigningSecret(
      db,
      vault,
      OPERATOR,
      readKeyIdArgument(given),
      overlap,
      clock(),
    );
    return {
      id: rotated.id,
      signing_secret: rotated.signingSecret,
      previous_valid_until: rotated.previousValidUntil.toISOString(),
    };
  },
};

export const keyUpdate: Command = {
  about: 'Changes which events a key sends, its default webhook URL, and what it may manage.',
  word: KEY,
  options: [KEY_OPTION, EVENTS_OPTION, URL_OPTION, MANAGEMENT_OPTION],
  example: `key update key_… --webhook-events ${EVENT_TYPES.join(',')}`,
  run: async ({ db, clock, policy }, given) => {
    const id = readKeyIdArgument(given);
    const events = readWebhookEventsOption(given);
    const url = readWebhookUrlOption(given);
    const allowManagement = yesOrNo(given, 'allow-management');
    if (!events && url === undefined && allowManagement === undefined) {
      throw new UsageError('Give --webhook-events, --webhook-url or --allow-management.');
    }
    const changes = {
      ...(events && { webhookEvents: events }),
      ...(url !== undefined && { defaultWebhookUrl: url }),
      ...(allowManagement !== undefined && { allowManagement }),
    };
    const check = (text: string) => checkWebhookTarget(text, policy);
    await updateKey(db, OPERATOR, id, changes, clock(), check);
    return {
      id,
      ...(events && { webhook_events: events }),
      ...(url !== undefined && { default_webhook_url: url }),
      ...(allowManagement !== undefined && { allow_management: allowManagement }),
    };
  },
};

export const keyRevoke: Command = {
  about: 'Ends a key. Its open payments are still followed.',
  word: KEY,
  options: [KEY_OPTION],
  example: 'key revoke key_…',
  run: async ({ db, clock }, given) => {
    const { id, revokedAt } = await revokeKey(db, OPERATOR, readKeyIdArgument(given), clock());
    return { id, revoked_at: revokedAt.toISOString() };
  },
};

export const keyList: Command = {
  about: 'Lists all keys, without their secrets.',
  run: async ({ db, networks }) => {
    const keys = await db.select().from(apiKey).orderBy(asc(apiKey.createdAt), apiKey.id);
    const secrets = await db.select().from(apiKeySecret).orderBy(desc(apiKeySecret.createdAt));
    const valid = keys.filter((key) => key.revokedAt === null).map(({ network }) => network);
    const listed = {
      keys: keys.map((key) => ({
        id: key.id,
        name: key.name,
        network: key.network,
        merchant_id: key.merchantId,
        wallet_id: key.walletId,
        allow_custom_addresses: key.allowCustomAddresses,
        allow_management: key.allowManagement,
        webhook_events: key.webhookEvents,
        default_webhook_url: key.defaultWebhookUrl,
        created_at: key.createdAt.toISOString(),
        last_used_at: key.lastUsedAt?.toISOString() ?? null,
        revoked_at: key.revokedAt?.toISOString() ?? null,
        secrets: secrets
          .filter((secret) => secret.apiKeyId === key.id)
          .map((secret) => ({
            prefix: secret.prefix,
            created_at: secret.createdAt.toISOString(),
            expires_at: secret.expiresAt?.toISOString() ?? null,
          })),
      })),
    };
    return addNoSourceWarning(listed, valid, { networks });
  },
};

function yesOrNo(given: Arguments, name: string): boolean | undefined {
  const value = readTextOption(given, name);
  if (value === undefined) return undefined;
  if (value === 'yes' || value === 'no') return value === 'yes';
  throw new UsageError(`--${name} must be yes or no.`);
}

/** Returns how long the old secret stays valid. The default is a day; 0 is for a leaked secret. */
function overlapSeconds(given: Arguments): number {
  return readWholeNumberOption(given, 'overlap', 0, MAX_SECRET_OVERLAP_SECONDS) ?? DAY_SECONDS;
}
