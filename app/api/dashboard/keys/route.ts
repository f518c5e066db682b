import { z } from 'zod';
import type { CreatedKeyAnswer, KeysAnswer } from '@/app/dashboard/_data/key-answers';
import { dashboardChange, dashboardGet } from '@/lib/http/adapt-dashboard';
import { descriptorFields, keySettingsFields } from '@/lib/http/key-fields';
import { noFields } from '@/lib/http/read-input';
import { createKey } from '@/lib/keys/create-key';
import { listKeys } from '@/lib/keys/list-keys';
import { keyAnswer } from './key-answer';

export const GET = dashboardGet(noFields, async ({ api, actor, now }) => {
  const keys = await listKeys(api.db, actor, now);
  return {
    data: keys.map(keyAnswer),
    followed: [...api.sources.keys()],
    can: { administer: actor.role === 'owner', change: actor.role !== 'viewer' },
  } satisfies KeysAnswer;
});

const body = z.strictObject({ ...descriptorFields, ...keySettingsFields });

export const POST = dashboardChange(body, async ({ api, actor, body: asked, now }) => {
  const created = await createKey(
    api.db,
    api.vault,
    actor,
    {
      merchantId: actor.merchantId,
      network: asked.network,
      descriptor: asked.descriptor,
      addressType: asked.address_type,
      name: asked.name,
      allowCustomAddresses: asked.allow_custom_addresses,
      allowedIps: asked.allowed_ips,
      embedOrigins: asked.embed_origins,
      expiresAt: asked.expires_at,
    },
    now,
  );
  return {
    id: created.id,
    api_key: created.apiKey,
    signing_secret: created.signingSecret,
  } satisfies CreatedKeyAnswer;
});
