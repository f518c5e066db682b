import { createDocument, type oas31, type ZodOpenApiOperationObject } from 'zod-openapi';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { API_KEY_LABELS } from '@/lib/domain/network';
import type { ProblemCode } from '@/lib/domain/problems';
import { publicUrl } from '@/lib/domain/public-url';
import { documentBodyFields } from '../input/null-fields';
import { PROBLEMS } from '../problem-table';
import type { OpenApiTag, Route } from '../route';
import { type DocumentedRoute, describeOperation } from './describe-operation';
import { EXAMPLES } from './examples';
import { RESPONSE_HEADERS } from './headers';
import { API_PROBLEMS } from './problem-schema';
import { describeWebhook } from './webhook-description';

const DESCRIPTION = `Blocktally accepts on-chain Bitcoin payments into the merchant's own wallet.

Bodies and responses are JSON in UTF-8; a body has at most 16 KiB. Times are ISO 8601 in UTC, amounts
are whole satoshis. Fields may be added to responses; none is removed and none changes its type. In a
body, null for an optional field means that it is absent.

Every response carries \`Cache-Control: no-store\` and \`X-Request-Id\`. Refusals are
\`application/problem+json\` (RFC 9457). A path that is not part of the API returns 404 \`not_found\`,
another method 405 \`method_not_allowed\` with \`Allow\`. HEAD responds as GET without the body, and
OPTIONS returns 204 with \`Allow\`.`;

const TAGS: Readonly<Record<OpenApiTag, string>> = {
  Payments: 'Create payments, read them, cancel them.',
  Refunds: 'Record what you give back, and follow it until it is confirmed.',
  'Payment links': 'Pages on which customers make payments themselves, without a backend.',
  Webhooks: 'Webhook deliveries, events, endpoints, and test webhooks.',
  'API key': 'The settings of the API key that sends the request.',
  Sandbox: 'For keys on the built-in sandbox: simulate anything that a real chain does.',
  'This document': 'The description of the API itself.',
};

/**
 * Generates the public API's OpenAPI 3.1 document from the schemas that validate requests.
 *
 * @param routes the table of routes; routes without docs are not public
 */
export function describeApi(routes: readonly Route[], appUrl: URL): oas31.OpenAPIObject {
  const bodies = documentedRoutes(routes).flatMap(({ body }) => (body ? [body] : []));
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Blocktally API',
        version: '1',
        description: DESCRIPTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl(appUrl, ''), description: 'This server' }],
      externalDocs: { url: publicUrl(appUrl, '/docs'), description: 'Documentation' },
      security: [{ apiKey: [] }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      paths: paths(documentedRoutes(routes), appUrl),
      webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, describeWebhook(type)])),
      components: {
        securitySchemes: {
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: `btly_(${API_KEY_LABELS.join('|')})_[0-9A-Za-z]{36}`,
            description:
              'An API key belongs to one network and one wallet, and sees the payments it created.',
          },
        },
        headers: RESPONSE_HEADERS,
        examples: problemExamples(documentedRoutes(routes), appUrl),
      },
    },
    {
      override: ({ jsonSchema, zodSchema, io }) => {
        const body = bodies.find((one) => one === zodSchema);
        // Only requests forbid unknown fields, because responses and webhooks may get new fields
        // later.
        const isClosed = jsonSchema.additionalProperties === false;
        if (isClosed && (io === 'output' || !body)) delete jsonSchema.additionalProperties;
        if (body) documentBodyFields(jsonSchema as oas31.SchemaObject, body.shape);
      },
    },
  );
}

/** Returns the routes that are part of the public API. */
export function documentedRoutes(routes: readonly Route[]): readonly DocumentedRoute[] {
  return routes.filter((route): route is DocumentedRoute => route.docs !== undefined);
}

function paths(
  routes: readonly DocumentedRoute[],
  appUrl: URL,
): Record<string, Record<string, ZodOpenApiOperationObject>> {
  const found: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const item = found[route.path] ?? {};
    item[route.method.toLowerCase()] = describeOperation(route, appUrl);
    found[route.path] = item;
  }
  return found;
}

function problemExamples(
  routes: readonly DocumentedRoute[],
  appUrl: URL,
): Record<string, oas31.ExampleObject> {
  const used = new Set(routes.flatMap(({ docs }) => docs.problems));
  return Object.fromEntries(
    API_PROBLEMS.filter((code) => used.has(code)).map((code: ProblemCode) => [
      code,
      {
        summary: PROBLEMS[code].title,
        value: {
          ...EXAMPLES.problems[code],
          type: publicUrl(appUrl, `/docs/errors/${code}`),
        },
      },
    ]),
  );
}
