import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { apiTypes } from '@/scripts/lib/api-types';
import { Blocktally } from './client';
import { OPERATIONS } from './operations';

test.each(Object.entries(apiTypes()))('%s matches the OpenAPI document', (file, text) => {
  expect(readFileSync(file, 'utf8'), 'run "npm run sdk:types"').toBe(text);
});

test('the declarations in sdk/types match the code', () => {
  const made = mkdtempSync(path.join(tmpdir(), 'blocktally-types-'));
  try {
    execFileSync('node_modules/.bin/tsc', ['-p', 'sdk', '--outDir', made]);
    const texts = (folder: string) =>
      readdirSync(folder)
        .filter((name) => name !== 'api.d.ts')
        .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]);
    expect(texts('sdk/types'), 'run "npm run sdk:types"').toEqual(texts(made));
  } finally {
    rmSync(made, { recursive: true });
  }
});

test.each(Object.keys(OPERATIONS))('the client has a method for the operation %s', (id) => {
  expect(Object.getOwnPropertyNames(Blocktally.prototype)).toContain(id);
});
