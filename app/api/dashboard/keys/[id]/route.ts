import { z } from 'zod';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { keySettingsFields } from '@/lib/http/key-fields';
import { updateKey } from '@/lib/keys/update-key';

const body = z.strictObject(keySettingsFields).partial();

export const PATCH = dashboardChange(body, async ({ api, actor, params, body: asked, now }) => {
  const id = params.id ?? '';
  const changes = {
    ...(asked.name !== undefined && { name: asked.name }),
    ...(asked.allow_custom_addresses !== undefined && {
      allowCustomAddresses: asked.allow_custom_addresses,
    }),
    ...(asked.allowed_ips !== undefined && { allowedIps: asked.allowed_ips }),
    ...(asked.embed_origins !== undefined && { embedOrigins: asked.embed_origins }),
    ...(asked.expires_at !== undefined && { expiresAt: asked.expires_at }),
  };
  await updateKey(api.db, actor, id, changes, now);
  return { id };
});
