import { z } from 'zod';
import { accentsByTheme } from '@/lib/domain/accent';
import type { Member } from '@/lib/domain/actor';
import {
  isColor,
  isHttpsPage,
  isPhone,
  isSupportEmail,
  MAX_LOGO_BYTES,
} from '@/lib/domain/branding';
import { MAX_URL_LENGTH } from '@/lib/domain/limits';
import { invalidField } from '@/lib/domain/problems';
import { changeBranding, setLogo } from '@/lib/face/change-branding';
import { readBranding } from '@/lib/face/read-branding';
import type { Api } from '../api';
import type { ResponseOf } from '../response';
import { route } from '../route';
import { serializeView } from '../serialize-view';

const color = z.string().regex(/^#[0-9a-f]{6}$/);

const faceSchema = z.strictObject({
  logo: z.strictObject({ hash: z.string(), width: z.int(), height: z.int() }).nullable(),
  accent: color.nullable(),
  support_email: z.string().nullable(),
  support_phone: z.string().nullable(),
  imprint_url: z.string().nullable(),
  terms_url: z.string().nullable(),
  shown_accent: z
    .strictObject({ light: color, dark: color })
    .nullable()
    .meta({ description: 'The accent as each theme shows it, adjusted to be readable.' }),
});
export type BrandingResponse = ResponseOf<typeof faceSchema>;

async function faceAnswer(
  { db }: Pick<Api, 'db'>,
  { merchantId }: Member,
): Promise<BrandingResponse> {
  const face = await readBranding(db, merchantId);
  const shown = face.accent === null ? null : accentsByTheme(face.accent);
  const shownAccent = shown && { light: shown.light.accent, dark: shown.dark.accent };
  return serializeView(faceSchema, { ...face, shownAccent });
}

const text = (max: number, error: string, isValid: (text: string) => boolean) =>
  z.string().trim().max(max, { error }).refine(isValid, { error }).nullable();
const page = text(
  MAX_URL_LENGTH,
  'Enter a web address that begins with https://, or leave the field empty.',
  isHttpsPage,
);

/** Omitted settings stay as they are. */
const faceSettings = z
  .strictObject({
    accent: text(7, 'Enter a color as # and six digits, such as #2a3fb0.', isColor),
    support_email: text(254, 'Enter an e-mail address, or leave the field empty.', isSupportEmail),
    support_phone: text(
      41,
      'Enter a phone number with its country code, such as +49 30 23125014, or leave the field empty.',
      isPhone,
    ),
    imprint_url: page,
    terms_url: page,
  })
  .partial();

const readRoute = route({
  method: 'GET',
  path: '/api/dashboard/settings/face',
  who: 'member',
  answer: faceSchema,
  handle: ({ api, actor }) => faceAnswer(api, actor),
});

const changeRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/face',
  who: 'member',
  body: faceSettings,
  answer: faceSchema,
  async handle({ api, actor, body, now }) {
    const changes = {
      accent: body.accent,
      supportEmail: body.support_email,
      supportPhone: body.support_phone,
      imprintUrl: body.imprint_url,
      termsUrl: body.terms_url,
    };
    await changeBranding(api.db, actor, changes, now);
    return faceAnswer(api, actor);
  },
});

const uploadRoute = route({
  method: 'POST',
  path: '/api/dashboard/settings/logo',
  who: 'member',
  body: z.strictObject({ image: z.base64({ error: 'Send the file in base64.' }) }),
  // The image is in base64, with some room for the JSON around it.
  maxBodyBytes: Math.ceil(MAX_LOGO_BYTES / 3) * 4 + 1_024,
  answer: faceSchema,
  async handle({ api, actor, body, now }) {
    const file = Buffer.from(body.image, 'base64');
    if (file.length === 0) throw invalidField('/image', 'invalid_image', 'The file is empty.');
    await setLogo(api.db, actor, file, now);
    return faceAnswer(api, actor);
  },
});

const removeRoute = route({
  method: 'DELETE',
  path: '/api/dashboard/settings/logo',
  who: 'member',
  async handle({ api, actor, now }) {
    await setLogo(api.db, actor, null, now);
  },
});

export const dashboardBrandingRoutes = [readRoute, changeRoute, uploadRoute, removeRoute] as const;
