import { expect, test } from 'vitest';
import type { oas31 } from 'zod-openapi';
import { openApiDocument } from './document';

const { components, paths = {} } = openApiDocument(new URL('http://localhost:3000'));

const bodies = Object.values(paths).flatMap((item) => {
  const { content } = Object(item.post?.requestBody) as Partial<oas31.RequestBodyObject>;
  const { $ref } = Object(content?.['application/json']?.schema) as oas31.ReferenceObject;
  const name = $ref?.split('/').at(-1);
  return name ? [[name, components?.schemas?.[name] ?? {}] as const] : [];
});

test.each(bodies)(
  'no field of %s has a default, because openapi-typescript makes a field with a default required',
  (_name, schema) => {
    expect(JSON.stringify(schema)).not.toContain('"default":');
  },
);

test('a request to create a payment needs only an amount, and the descriptions state the defaults', () => {
  const schema = Object.fromEntries(bodies).CreatePayment as oas31.SchemaObject;
  expect(schema.required ?? []).toEqual([]);
  const { description } = Object(schema.properties?.expires_in);
  expect(description).toMatch(/\. Default: 3600\.$/);
});
