import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generateApiTypes } from '@/scripts/lib/generate-api-types';
import { OPERATIONS } from './api';
import { Blocktally } from './client';
import { SandboxClient } from './sandbox-client';

test('the SDK’s types match the OpenAPI document', () => {
  const { file, text } = generateApiTypes();
  expect(readFileSync(file, 'utf8'), 'run "npm run sdk:types"').toBe(text);
});

test.each(Object.keys(OPERATIONS))(
  'the SDK’s client has a method for the API operation %s',
  (id) => {
    expect(
      [Blocktally, SandboxClient].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
    ).toContain(id);
  },
);
