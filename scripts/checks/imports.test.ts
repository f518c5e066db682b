import { describe, expect, test } from 'vitest';
import { findImportFaults } from './imports.mjs';

const about = (file: string, text: string) => findImportFaults(file, text);

test.each([
  ['lib/domain/sats.ts', "import type { Env } from '../env';"],
  ['lib/domain/sats.ts', "export { openDatabase } from '@/db/client';"],
  ['lib/domain/sats.ts', "export const late = () => import('@/lib/runtime');"],
  ['lib/domain/sats.ts', 'const name = "x"; export const late = () => import(name);'],
  ['lib/payments/get-payment.ts', "import { serve } from '@/lib/http/serve';"],
  ['app/pay/[id]/page.tsx', "import { getPayment } from '@/lib/payments/get-payment';"],
])('an import that breaks the layer rules is reported in %s: %s', (file, text) => {
  expect(about(file, text)).toHaveLength(1);
});

test.each([
  ['lib/domain/sats.test.ts', "import fc from 'fast-check'; import { x } from '@/lib/runtime';"],
  ['lib/payments/get-payment.ts', "import { payment } from '@/db/schema/payments';"],
  ['lib/greenfield/serve.ts', "import type { Runtime } from '@/lib/runtime';"],
  ['lib/domain/words.ts', "export const text = `\nimport { db } from '@/db/client';\n`;"],
])('an import that follows the layer rules is accepted in %s: %s', (file, text) => {
  expect(about(file, text)).toEqual([]);
});

test.each([
  ['lib/domain/sats.ts', "import { z } from 'zod';"],
  ['lib/bitcoin/scan.ts', "import { readFileSync } from 'node:fs';"],
  ['lib/payments/get-payment.ts', "export const load = () => import('postgres');"],
  ['app/dashboard/page.tsx', "import { eq } from 'drizzle-orm/sql';"],
])('an import of a package that is not allowed is reported in %s: %s', (file, text) => {
  expect(about(file, text)).toHaveLength(1);
});

test('an entry point of an allowed package is accepted, and so is a package whose name resembles a forbidden package', () => {
  expect(about('lib/keys/create-key.ts', "import { x } from 'drizzle-orm/pg-core';")).toEqual([]);
  expect(about('lib/keys/create-key.ts', "import { x } from 'next-extras';")).toEqual([]);
});

test.each([
  ['lib/accounts/sign-up.ts', 'export const now = () => performance.now();'],
  ['lib/domain/sats.ts', 'export const now = () => new Date();'],
  ['lib/domain/sats.ts', 'export const get = () => fetch("https://example.com");'],
  ['lib/webhooks/transport/send.ts', 'export const isUrl = (text) => URL.canParse(text);'],
])('code that reads the clock or uses the network is reported in %s: %s', (file, text) => {
  expect(about(file, text)).toHaveLength(1);
});

test('code that only looks like a clock or a network call is accepted', () => {
  const text = `// Date.now()
    export const at = (moment: Date) => new Date(moment.getTime() + 1);
    export const f = (api: { fetch(): void }) => api.fetch();`;
  expect(about('lib/domain/sats.ts', text)).toEqual([]);
});

test('a file without a row in the table of import rules is reported', () => {
  expect(about('plugins/own.ts', 'export const one = 1;')).toEqual([
    expect.stringContaining('has no row'),
  ]);
});

describe('a browser file imports no values from the server', () => {
  const file = 'app/dashboard/filter.tsx';

  test.each([
    "'use client';\nimport { runtime } from '@/lib/runtime';",
    "'use client';\nimport { readFileSync } from 'node:fs';",
  ])('a browser file that imports values from the server is reported: %s', (text) => {
    expect(about(file, text)).toContainEqual(expect.stringContaining('runs in the browser'));
  });

  test('a browser file may import types, the domain and other packages', () => {
    const text = `'use client';
      import { useState } from 'react';
      import { PAYMENT_STATUSES } from '@/lib/domain/payment';
      import type { Health } from '@/lib/health';`;
    expect(about(file, text)).toEqual([]);
  });
});

describe('one file of the server reads the environment', () => {
  test.each([
    "export const port = process['env'].PORT;",
    'const { env } = process; export const port = env.PORT;',
    "import { env } from 'node:process'; export const port = env.PORT;",
  ])('code outside lib/runtime.ts that reads the environment is reported: %s', (text) => {
    expect(about('lib/keys/secret-key.ts', text)).toHaveLength(1);
  });

  test.each([
    ['lib/runtime.ts', 'export const all = process.env;'],
    ['lib/env.ts', '// process.env\nexport const one = "process.env";'],
    ['proxy.ts', "export const on = process.env.NEXT_RUNTIME === 'nodejs';"],
  ])('%s may contain: %s', (file, text) => {
    expect(about(file, text)).toEqual([]);
  });
});
