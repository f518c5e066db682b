import { z } from 'zod';
import type { ZodOpenApiOverrideMetaContext } from 'zod-openapi';
import type { ProblemCode } from '@/lib/domain/problems';
import { PROBLEMS } from '../problem-table';
import { idOf } from '../response-fields';

/** Problems of pages and of the dashboard's own routes, which no API key can cause. */
const NOT_OF_THE_API = [
  'not_signed_in',
  'payment_changed',
  'payment_not_acceptable',
  'payment_not_due',
  'cross_site_request',
  'forbidden',
  'step_up_required',
  'payment_link_closed',
  'refund_not_open',
  'proof_of_work_needed',
  'server_busy',
] as const;

/** Problems of unknown paths and methods, which belong to no operation. */
export const UNROUTED_PROBLEMS: readonly ProblemCode[] = ['not_found', 'method_not_allowed'];

type ApiProblemCode = Exclude<ProblemCode, (typeof NOT_OF_THE_API)[number]>;

export const API_PROBLEMS = (Object.keys(PROBLEMS) as ProblemCode[]).filter(
  (code): code is ApiProblemCode => !(NOT_OF_THE_API as readonly string[]).includes(code),
);

/** The body of an error response (RFC 9457). */
export const problemSchema = z
  .strictObject({
    type: z.url().meta({ description: 'The documentation page of the code.' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'What is wrong, and what to do.' }),
    code: z.enum(API_PROBLEMS).meta({
      description: 'For programs. A code never changes, but new codes may be added.',
      // The document does not list the codes: a generated client with a closed list would break at
      // the first new code.
      override: ({ jsonSchema }: ZodOpenApiOverrideMetaContext) => {
        jsonSchema.type = 'string';
        delete jsonSchema.enum;
      },
    }),
    request_id: idOf('request').meta({ description: "Id of this request in the server's log." }),
    errors: z
      .array(
        z.strictObject({
          pointer: z.string().meta({
            description: 'A JSON pointer (RFC 6901) into the body, or the name of a parameter.',
          }),
          code: z.string().meta({
            description: 'For programs. A code never changes, but new codes may be added.',
          }),
          message: z.string(),
        }),
      )
      .optional()
      .meta({ description: 'All errors in the input.' }),
  })
  .meta({ id: 'Problem' });
