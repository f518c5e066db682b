import { z } from 'zod';
import type { PreviewAnswer } from '@/app/dashboard/_data/key-answers';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { descriptorFields } from '@/lib/http/key-fields';
import { previewAddresses } from '@/lib/keys/preview-addresses';

const body = z.strictObject(descriptorFields);

/** POST, so that what is typed stands in no URL; nothing of it is stored or logged. */
export const POST = dashboardChange(body, async ({ actor, body: asked }) => {
  const options = { addressType: asked.address_type };
  const preview = previewAddresses(actor, asked.network, asked.descriptor, options);
  return { ...preview, addresses: [...preview.addresses] } satisfies PreviewAnswer;
});
