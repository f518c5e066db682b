import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { oas31 } from 'zod-openapi';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import {
  optInEventSchema,
  refundEventSchema,
  webhookEventSchema,
} from '@/lib/http/events/event-response';
import { DOCUMENTED_ROUTES } from '@/lib/http/openapi/document';
import { API_PROBLEMS, UNROUTED_PROBLEMS } from '@/lib/http/openapi/problem-schema';
import { WEBHOOK_HEADERS } from '@/lib/http/openapi/webhook-description';
import { PROBLEMS } from '@/lib/http/problem-table';
import { ROUTES } from '@/lib/http/table';
import { openApiTour } from '@/test/support/api-tour';
import { callRefusedOperations } from '@/test/support/api-tour-refusals';
import { callOperationsSuccessfully } from '@/test/support/api-tour-successes';
import { contractShapes } from '@/test/support/contract-shapes';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { replaceRandomParts } from '@/test/support/replace-random-parts';

const EXAMPLES = '../../../lib/http/openapi/examples.json';
const CONTRACT = JSON.parse(readFileSync('test/vectors/contract.json', 'utf8'));

let document: oas31.OpenAPIObject;

const tour = await openForTestFile(openApiTour());

beforeAll(async () => {
  await callRefusedOperations(tour, await callOperationsSuccessfully(tour));
  for (const [method, route] of [
    ['GET', '/v1/btc'],
    ['DELETE', '/v1/btc/payments'],
  ] as const) {
    const { json } = await tour.api.call({ method, path: route });
    tour.problems[json.code] ??= json;
  }
  document = (await tour.api.call({ path: '/v1/openapi.json' })).json;
});

const documented = () =>
  Object.entries(document.paths ?? {}).flatMap(([route, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${route}`,
      operation: operation as oas31.OperationObject,
    })),
  );

test('unknown fields are forbidden only in request bodies, so that responses and webhooks can gain fields', () => {
  const closed = JSON.stringify(document, (_name, value) =>
    value?.additionalProperties === false ? { ...value, closed: true } : value,
  );
  const objects = [
    ...['price', 'price', 'price'],
    'customer',
    'free_amount',
    'payer_note',
    'customer_fields',
  ];
  expect(closed.match(/"closed":true/g)).toHaveLength(
    documented().filter(({ operation }) => operation.requestBody).length + objects.length,
  );
  for (const name of ['WebhookEvent', 'Payment', 'Problem', 'WebhookDelivery', 'Pagination']) {
    expect(JSON.stringify(document.components?.schemas?.[name])).not.toContain(
      'additionalProperties":false',
    );
  }
});

test('the routes and the documented operations match', () => {
  const real = ROUTES.filter(({ who }) => who !== 'member').map(
    ({ method, path: pattern }) => `${method} ${pattern}`,
  );
  expect(
    documented()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(real.sort());
});

test('every documented status and problem code of every operation is returned by some test request', () => {
  const wanted = documented().flatMap(({ name, operation }) =>
    Object.entries(operation.responses ?? {}).flatMap(([status, response]) => {
      const examples = (response as oas31.ResponseObject).content?.['application/problem+json']
        ?.examples;
      return examples
        ? Object.keys(examples).map((code) => `${name} ${status} ${code}`)
        : [`${name} ${status}`];
    }),
  );
  expect([...tour.seen].sort()).toEqual(wanted.sort());
});

test('every problem code has an example, and is documented at its operations or separately', () => {
  expect(Object.keys(tour.problems).sort()).toEqual([...API_PROBLEMS].sort());
  const used = new Set([
    ...DOCUMENTED_ROUTES.flatMap(({ docs }) => docs.problems),
    ...UNROUTED_PROBLEMS,
  ]);
  expect([...used].sort()).toEqual([...API_PROBLEMS].sort());
  for (const code of used) expect(PROBLEMS[code].status).toBeGreaterThanOrEqual(400);
});

test('every webhook matches its documentation, headers included', () => {
  expect(tour.receiver.requests.length).toBeGreaterThanOrEqual(3);
  for (const { headers, body } of tour.receiver.requests) {
    webhookEventSchema
      .or(optInEventSchema)
      .or(refundEventSchema)
      .parse(JSON.parse(body.toString()));
    for (const name of Object.keys(WEBHOOK_HEADERS))
      expect(headers[name.toLowerCase()]).toBeTruthy();
  }
});

test('every example in the document was recorded from a response to a test request', async () => {
  const sent = tour.receiver.requests.map(({ body }) => JSON.parse(body.toString()));
  const webhooks = Object.fromEntries(
    EVENT_TYPES.map((type) => [type, sent.find((event) => event.type === type)]),
  );
  const captured = {
    paymentId: webhooks['payment.detected'].data.payment_id,
    operations: tour.operations,
    problems: tour.problems,
    webhooks,
  };
  const text = replaceRandomParts(JSON.stringify(captured, null, 2), {
    [tour.receiver.url('/webhooks')]: 'https://shop.example/webhooks',
  });
  await expect(`${text}\n`).toMatchFileSnapshot(EXAMPLES);
});

test('no field of a response or a webhook is removed or changes its type', () => {
  const shapes = contractShapes(document);
  const broken = Object.entries(CONTRACT).filter(([field, type]) => shapes[field] !== type);
  expect(Object.fromEntries(broken)).toEqual({});
});

test('every field of a response or a webhook is recorded in test/vectors/contract.json', () => {
  const added = Object.entries(contractShapes(document)).filter(([field]) => !(field in CONTRACT));
  expect(Object.fromEntries(added)).toEqual({});
});

test('the document passes the linter without errors or warnings', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-openapi-'));
  writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document));
  try {
    execFileSync(
      process.execPath,
      [
        'node_modules/@redocly/cli/bin/cli.js',
        'lint',
        path.join(folder, 'openapi.json'),
        '--config',
        'test/support/redocly.yaml',
        '--max-problems',
        '20',
      ],
      {
        env: {
          ...process.env,
          REDOCLY_TELEMETRY: 'off',
          REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
          NO_COLOR: '1',
        },
        encoding: 'utf8',
        stdio: 'pipe',
      },
    );
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    expect.fail(`${stdout}\n${stderr}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
