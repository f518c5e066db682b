import { describe, expect, test } from 'vitest';
import { complaintsAbout } from './boundaries.mjs';

const about = (file: string, text: string) => complaintsAbout(file, text);

describe('imports that go against the layers are found', () => {
  test.each([
    ['lib/domain/sats.ts', "import { db } from '@/db/client';"],
    ['lib/domain/sats.ts', "import { z } from 'zod';"],
    ['lib/domain/sats.ts', "import type { Env } from '../env';"],
    ['lib/domain/sats.ts', "export { openDatabase } from '@/db/client';"],
    ['lib/domain/sats.ts', "export const late = () => import('@/lib/runtime');"],
    ['lib/domain/sats.ts', 'const name = "x"; export const late = () => import(name);'],
    ['lib/bitcoin/scan.ts', "import { readFileSync } from 'node:fs';"],
    ['lib/chain/follow.ts', "import { settle } from '@/lib/payments/settle-payments';"],
    ['lib/chain/follow.ts', "import { parseEnv } from '@/lib/env';"],
    ['lib/webhooks/send.ts', "import { listPayments } from '../payments/list-payments';"],
    ['lib/payments/get-payment.ts', "import { serve } from '@/lib/http/serve';"],
    ['lib/http/serve.ts', "import { answerApi } from '@/lib/server/answer-api';"],
    ['lib/server/main.ts', "import { listPayments } from '@/lib/payments/list-payments';"],
    ['lib/server/main.ts', "import pino from 'pino';"],
    ['app/v1/btc/payments/route.ts', "import { runtime } from '@/lib/runtime';"],
    ['app/pay/[id]/page.tsx', "import { getPayment } from '@/lib/payments/get-payment';"],
    ['app/dashboard/page.tsx', "import { openDatabase } from '@/db/client';"],
  ])('%s: %s', (file, text) => {
    expect(about(file, text)).toHaveLength(1);
  });
});

describe('imports along the layers are not', () => {
  test.each([
    ['lib/domain/sats.ts', "import { NETWORKS } from './network';"],
    ['lib/domain/sats.test.ts', "import fc from 'fast-check'; import { x } from '@/lib/runtime';"],
    ['lib/jobs/jobs.ts', "import type { Vault } from '@/lib/keys/vault';"],
    ['lib/payments/get-payment.ts', "import { payment } from '@/db/schema/payments';"],
    ['app/pay/[id]/page.tsx', "import { publicPayment } from '@/lib/payments/public';"],
    ['lib/runtime.ts', "import { openDatabase } from '@/db/client';"],
    ['lib/domain/words.ts', "export const text = `\nimport { db } from '@/db/client';\n`;"],
  ])('%s: %s', (file, text) => {
    expect(about(file, text)).toEqual([]);
  });
});

describe('a file for the browser takes no values from the server', () => {
  const file = 'app/dashboard/filter.tsx';

  test.each([
    "'use client';\nimport { runtime } from '@/lib/runtime';",
    "'use client';\nimport { readFileSync } from 'node:fs';",
    "'use client';\nimport postgres from 'postgres';",
  ])('%s', (text) => {
    expect(about(file, text)).toHaveLength(1);
  });

  test('types, the domain and other packages are fine', () => {
    const text = `'use client';
      import { useState } from 'react';
      import { PAYMENT_STATUSES } from '@/lib/domain/payment';
      import type { Health } from '@/lib/health';`;
    expect(about(file, text)).toEqual([]);
  });
});

describe('the environment is read in one file of the server', () => {
  test.each([
    'export const port = process.env.PORT;',
    "export const port = process['env'].PORT;",
    'const { env } = process; export const port = env.PORT;',
    "import { env } from 'node:process'; export const port = env.PORT;",
    "if (process.env.NEXT_RUNTIME === 'nodejs') console.log(process.env);",
  ])('%s', (text) => {
    expect(about('lib/payments/list-payments.ts', text)).toHaveLength(1);
  });

  test('lib/runtime.ts and scripts may, and a comment about process.env is no reading', () => {
    expect(about('lib/runtime.ts', 'export const all = process.env;')).toEqual([]);
    expect(about('scripts/start.mjs', 'export const all = process.env;')).toEqual([]);
    expect(about('lib/env.ts', '// process.env\nexport const one = "process.env";')).toEqual([]);
    expect(about('lib/env.ts', "export const on = process.env.NEXT_RUNTIME === 'nodejs';")).toEqual(
      [],
    );
  });
});
