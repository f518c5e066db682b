import { z } from 'zod';
import { Problem } from '@/lib/domain/problems';

/** Limit per text, far above what devices send. A credential's id has at most 1,023 bytes. */
const MAX_BYTES = 8_192;

const base64url = z
  .string()
  .max(MAX_BYTES)
  .regex(/^[\w-]+$/, { error: 'Must be base64url.' });

const common = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  // No extension is requested, so extensions of the response are dropped.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** A browser's response to a registration (WebAuthn: RegistrationResponseJSON). */
export const registrationSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).exactOptional(),
  }),
});
export type RegistrationResponse = z.output<typeof registrationSchema>;

/** A browser's response to a sign-in (WebAuthn: AuthenticationResponseJSON). */
export const assertionSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.exactOptional(),
  }),
});
export type AssertionResponse = z.output<typeof assertionSchema>;

/** @throws Problem `invalid_request` for data that no browser sends */
export function parsePasskeyResponse<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new Problem('invalid_request', 'This passkey was not accepted. Try again.');
}
