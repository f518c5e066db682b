import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiTypes } from '@/scripts/lib/api-types';
import { Blocktally } from './client';
import { OPERATIONS } from './operations';

test.each(Object.entries(apiTypes()))('%s matches the OpenAPI document', (file, text) => {
  expect(readFileSync(file, 'utf8'), 'run "npm run sdk:types"').toBe(text);
});

test.each(Object.keys(OPERATIONS))('the client has a method for the operation %s', (id) => {
  expect(Object.getOwnPropertyNames(Blocktally.prototype)).toContain(id);
});
