import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Problem } from '@/lib/domain/problems';
import type { ApiRequest } from '../api-request';
import { openApiDocument } from '../openapi/document';
import { ROUTES } from '../table';
import { noFields, readInput } from './read-input';

const withBodies = ROUTES.flatMap((route) => {
  const body = 'body' in route ? (route.body as z.ZodObject) : undefined;
  return body ? [{ name: `${route.method} ${route.path}`, body }] : [];
});

/** Returns for each field whether it may be omitted, and whether its own schema accepts null. */
const fieldsOf = (body: z.ZodObject) =>
  Object.entries(body.shape).map(([name, schema]) => ({
    name,
    optional: z.safeParse(schema, undefined).success,
    nullable: z.safeParse(schema, null).success,
  }));

const request = (body: unknown): ApiRequest => ({
  method: 'POST',
  path: '/',
  query: new URLSearchParams(),
  headers: new Map([['content-type', 'application/json']]),
  body: new Blob([JSON.stringify(body)]).stream(),
  peer: '127.0.0.1',
});

async function read(schema: z.ZodObject, body: unknown) {
  return readInput(request(body), { query: noFields, body: schema, bodyIs: 'required' });
}

describe('null in a body', () => {
  test.each(withBodies)(
    '$name: null is refused only if the field is required, or if both alternative fields are null',
    async ({ name: operation, body }) => {
      const fields = fieldsOf(body);
      const nulls = Object.fromEntries(fields.map(({ name }) => [name, null]));
      const errors = await read(body, nulls).then(
        () => [],
        (problem: Problem) => problem.errors ?? [],
      );
      const required = fields.filter(({ optional, nullable }) => !optional && !nullable);
      const isCreate = fields.some(({ name }) => name === 'price') && !/refunds/.test(operation);
      const isPay = operation === 'POST /v1/sandbox/pay';
      const either = [...(isCreate ? ['/amount_sats'] : []), ...(isPay ? ['/payment_id'] : [])];
      const named = [...required.map(({ name }) => `/${name}`), ...either];
      expect(errors.map(({ pointer }) => pointer)).toEqual(named);
    },
  );

  test('an optional field with the value null counts as omitted, unless null is an allowed value of the field', async () => {
    const schema = z.strictObject({
      text: z.string().optional(),
      preset: z.int().default(3),
      cleared: z.string().nullable().optional(),
      given: z.int(),
    });
    const nulls = await read(schema, { text: null, preset: null, cleared: null, given: 1 });
    expect(nulls.body).toEqual({ preset: 3, cleared: null, given: 1 });
    expect(nulls.json).toEqual({ cleared: null, given: 1 });
  });

  test('in a nested object, null is accepted for an optional field and refused for a required field', async () => {
    const free = z.strictObject({ currency: z.string(), minimum: z.string().optional() });
    const schema = z.strictObject({ free: free.optional() });
    const nulls = await read(schema, { free: { currency: 'EUR', minimum: null } });
    expect(nulls.json).toEqual({ free: { currency: 'EUR' } });
    const refused = await read(schema, { free: { currency: null } }).catch((error) => error);
    expect(refused.errors).toMatchObject([{ pointer: '/free/currency' }]);
  });

  test('a body with null in an unknown field is refused with the code unknown_field', async () => {
    const schema = z.strictObject({ text: z.string().optional() });
    for (const name of ['txet', '__proto__', 'toString', 'constructor']) {
      const refused = await read(schema, JSON.parse(`{"${name}":null}`)).catch((error) => error);
      expect(refused, name).toBeInstanceOf(Problem);
      expect(refused.errors).toMatchObject([{ pointer: `/${name}`, code: 'unknown_field' }]);
    }
  });

  test('the OpenAPI document permits null for every optional field of a body, and for no required field', () => {
    const { paths = {}, components = {} } = openApiDocument(new URL('https://pay.example'));
    const parameters = Object.values(paths).flatMap(({ get, post }) =>
      [get, post].flatMap((operation) => operation?.parameters ?? []),
    );
    expect(JSON.stringify(parameters)).not.toContain('null');
    const bodies = Object.values(paths).flatMap(({ post }) =>
      post?.requestBody && 'content' in post.requestBody
        ? [post.requestBody.content['application/json']?.schema]
        : [],
    );
    expect(bodies.length).toBeGreaterThan(5);
    for (const body of bodies) {
      const name = String(Object(body).$ref).split('/').at(-1);
      const schema = Object(components.schemas)[name ?? ''];
      for (const [field, property] of Object.entries<Record<string, unknown>>(schema.properties)) {
        const types = [property.type].flat();
        const optional = !schema.required?.includes(field);
        expect(types.includes('null'), `${name}.${field}`).toBe(optional);
        if (property.enum) expect(Object(property.enum).includes(null)).toBe(optional);
      }
    }
    const link = Object(components.schemas?.CreatePaymentLink).properties;
    expect(link.free_amount.properties.minimum.type).toEqual(['string', 'null']);
    expect(link.free_amount.properties.currency.type).toBe('string');
  });
});

test.each([
  [{ price: { amount: '1', currency: 'EUR', amounts: '1' } }, '/price/amounts', '"amount"'],
  [{ price: { amount: '1', currency: 'EUR', prices: '1' } }, '/price/prices', 'amount, currency'],
  [{ metadata: 'x', refrence: 'x' }, '/refrence', '"reference"'],
])(
  '%j: the error for an unknown field suggests the nearest name within the same object',
  async (body, pointer, hint) => {
    const create = withBodies.find(({ name }) => name === 'POST /v1/btc/payments')?.body;
    const refused = await read(create ?? noFields, body).catch((error) => error);
    const error = refused.errors.find((one: { pointer: string }) => one.pointer === pointer);
    expect(error?.message).toContain(hint);
  },
);
