import { z } from 'zod';
import type { DocumentedOperation } from './documented-operation';
import { PAYMENT_OPERATIONS } from './payment-operations';
import { SANDBOX_OPERATIONS } from './sandbox-operations';
import { WEBHOOK_OPERATIONS } from './webhook-operations';

/** Every operation of the API, in the order in which it is read. */
export const ALL_OPERATIONS: readonly DocumentedOperation[] = [
  ...PAYMENT_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...SANDBOX_OPERATIONS,
  {
    method: 'GET',
    path: '/v1/openapi.json',
    id: 'getOpenApiDocument',
    tag: 'This document',
    summary: 'Get the OpenAPI document',
    description: 'This document, in OpenAPI 3.1. Needs no API key.',
    answers: {
      200: {
        description: 'The document.',
        schema: z.looseObject({ openapi: z.string() }).meta({ id: 'OpenApiDocument' }),
      },
    },
    problems: ['rate_limited'],
    open: true,
  },
];
