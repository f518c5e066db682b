import { z } from 'zod';
import type { SignatureReportAnswer } from '@/app/dashboard/_data/delivery-answers';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { checkRequest } from '@/lib/webhooks/check/check-request';

const NOTHING = 'Paste the request: its headers, an empty line, and its body.';
const MAX_SECRET_LENGTH = 500;

const common = {
  request: z.string().refine((text) => text.trim() !== '', { error: NOTHING }),
  body: z.string().optional(),
};
const body = z
  .strictObject({
    ...common,
    key: z.string().max(100).optional(),
    secret: z.string().max(MAX_SECRET_LENGTH).optional(),
  })
  .refine(({ key, secret }) => (key === undefined) !== (secret === undefined), {
    path: ['key'],
    error: 'Give either a key or a secret.',
  })
  .refine(({ secret }) => secret === undefined || secret.trim() !== '', {
    path: ['secret'],
    error: 'Paste the signing secret, or choose a key.',
  });

/** POST, so that what is pasted stands in no URL; nothing of it is stored or logged. */
export const POST = dashboardChange(body, async ({ api, actor, body: asked, now }) => {
  const { request, body: apart, key, secret } = asked;
  const signedWith = key === undefined ? { secret: secret ?? '' } : { apiKeyId: key };
  const question = { text: request, body: apart, signedWith };
  const { verdict, findings } = await checkRequest(api.db, api.vault, actor, question, now);
  return { verdict, findings: [...findings] } satisfies SignatureReportAnswer;
});
