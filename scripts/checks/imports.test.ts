import { describe, expect, test } from 'vitest';
import { findImportFaults } from './imports.mjs';

const about = (file: string, text: string) => findImportFaults(file, text);

describe('imports against the layers are reported', () => {
  test.each([
    ['lib/domain/sats.ts', "import { db } from '@/db/client';"],
    ['lib/domain/sats.ts', "import { z } from 'zod';"],
    ['lib/domain/sats.ts', "import type { Env } from '../env';"],
    ['lib/domain/sats.ts', "export { openDatabase } from '@/db/client';"],
    ['lib/domain/sats.ts', "export const late = () => import('@/lib/runtime');"],
    ['lib/domain/sats.ts', 'const name = "x"; export const late = () => import(name);'],
    ['lib/bitcoin/scan.ts', "import { readFileSync } from 'node:fs';"],
    [
      'lib/chain/follow/follow-chain.ts',
      "import { settle } from '@/lib/payments/recompute-payments';",
    ],
    ['lib/chain/follow/follow-chain.ts', "import { parseEnv } from '@/lib/env';"],
    [
      'lib/webhooks/transport/send.ts',
      "import { listPayments } from '../../payments/views/list-payments';",
    ],
    ['lib/payments/get-payment.ts', "import { serve } from '@/lib/http/serve';"],
    ['lib/http/serve.ts', "import { builtApiHandler } from '@/lib/server/api-handler';"],
    ['lib/server/main.ts', "import { listPayments } from '@/lib/payments/views/list-payments';"],
    ['app/v1/[[...path]]/route.ts', "import { runtime } from '@/lib/runtime';"],
    ['app/pay/[id]/page.tsx', "import { getPayment } from '@/lib/payments/get-payment';"],
    ['app/dashboard/page.tsx', "import { openDatabase } from '@/db/client';"],
  ])('an import that breaks the layer rules is reported in %s: %s', (file, text) => {
    expect(about(file, text)).toHaveLength(1);
  });
});

describe('imports along the layers are accepted', () => {
  test.each([
    ['lib/domain/sats.ts', "import { NETWORKS } from './network';"],
    ['lib/domain/sats.test.ts', "import fc from 'fast-check'; import { x } from '@/lib/runtime';"],
    ['lib/server/jobs/jobs.ts', "import type { Vault } from '@/lib/keys/vault';"],
    ['lib/payments/get-payment.ts', "import { payment } from '@/db/schema/payments';"],
    ['app/pay/[id]/page.tsx', "import { publicPayment } from '@/lib/payments/public';"],
    ['lib/runtime.ts', "import { openDatabase } from '@/db/client';"],
    ['lib/domain/words.ts', "export const text = `\nimport { db } from '@/db/client';\n`;"],
  ])('an import that follows the layer rules is accepted in %s: %s', (file, text) => {
    expect(about(file, text)).toEqual([]);
  });
});

describe('a package imported where it is not allowed is reported', () => {
  test.each([
    ['lib/payments/get-payment.ts', "import Link from 'next/link';"],
    ['lib/http/serve.ts', "import type { NextRequest } from 'next/server';"],
    ['lib/bitcoin/scan.ts', "import { z } from 'zod';"],
    ['lib/payments/get-payment.ts', "export const load = () => import('postgres');"],
    ['app/_ui/button.tsx', "import postgres from 'postgres';"],
    ['app/dashboard/page.tsx', "import { eq } from 'drizzle-orm/sql';"],
  ])('an import of a package that is not allowed is reported in %s: %s', (file, text) => {
    expect(about(file, text)).toHaveLength(1);
  });

  test('an entry point of an allowed package is accepted, and so is a package whose name resembles a forbidden package', () => {
    expect(about('lib/keys/create-key.ts', "import { x } from 'drizzle-orm/pg-core';")).toEqual([]);
    expect(about('lib/keys/create-key.ts', "import { x } from 'next-extras';")).toEqual([]);
  });
});

describe('a use case that reads the clock, and a rule that uses the network, are reported', () => {
  test.each([
    ['lib/accounts/sign-up.ts', 'export const now = () => Date.now();'],
    ['lib/accounts/sign-up.ts', 'export const now = () => new Date();'],
    ['lib/accounts/sign-up.ts', 'export const now = () => performance.now();'],
    ['lib/domain/sats.ts', 'export const now = () => new Date();'],
    ['lib/domain/sats.ts', 'export const get = () => fetch("https://example.com");'],
    ['lib/webhooks/transport/send.ts', 'export const isUrl = (text) => URL.canParse(text);'],
  ])('code that reads the clock or uses the network is reported in %s: %s', (file, text) => {
    expect(about(file, text)).toHaveLength(1);
  });

  test.each([
    'export const at = (moment: Date) => new Date(moment.getTime() + 1);',
    'export const f = (api: { fetch(): void }) => api.fetch();',
    '// Date.now()\nexport const text = "fetch(x)";',
  ])('code that only looks like a clock or a network call is accepted: %s', (text) => {
    expect(about('lib/domain/sats.ts', text)).toEqual([]);
  });
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
    "'use client';\nimport pino from 'pino';",
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
    'export const port = process.env.PORT;',
    "export const port = process['env'].PORT;",
    'const { env } = process; export const port = env.PORT;',
    "if (process.env.NEXT_RUNTIME === 'nodejs') throw process.env;",
  ])('code outside lib/runtime.ts that reads process.env is reported: %s', (text) => {
    expect(about('lib/keys/secret-key.ts', text)).toContainEqual(
      expect.stringContaining('reads process.env'),
    );
  });

  test('reading the environment through an import from node:process is reported like process.env', () => {
    const text = "import { env } from 'node:process'; export const port = env.PORT;";
    expect(about('lib/keys/secret-key.ts', text)).toHaveLength(1);
  });

  test('lib/runtime.ts and scripts may read the environment, and comments may mention process.env', () => {
    expect(about('lib/runtime.ts', 'export const all = process.env;')).toEqual([]);
    expect(about('scripts/start.mjs', 'export const all = process.env;')).toEqual([]);
    expect(about('lib/env.ts', '// process.env\nexport const one = "process.env";')).toEqual([]);
    expect(about('proxy.ts', "export const on = process.env.NEXT_RUNTIME === 'nodejs';")).toEqual(
      [],
    );
  });
});
