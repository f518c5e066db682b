import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withTable } from './architecture-table.mjs';
import { complaintsAbout } from './boundaries.mjs';

const about = (file: string, text: string) => complaintsAbout(file, text);

describe('imports against the layers are found', () => {
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
    ['app/v1/[[...path]]/route.ts', "import { runtime } from '@/lib/runtime';"],
    ['app/pay/[id]/page.tsx', "import { getPayment } from '@/lib/payments/get-payment';"],
    ['app/dashboard/page.tsx', "import { openDatabase } from '@/db/client';"],
  ])('%s: %s', (file, text) => {
    expect(about(file, text)).toHaveLength(1);
  });
});

describe('imports along the layers are accepted', () => {
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

describe('a package outside the list of a part is found', () => {
  test.each([
    ['lib/payments/get-payment.ts', "import Link from 'next/link';"],
    ['lib/keys/create-key.ts', "import { createServer } from 'node:http';"],
    ['lib/http/serve.ts', "import type { NextRequest } from 'next/server';"],
    ['db/client.ts', "import pino from 'pino';"],
    ['lib/audit/record-audit-entry.ts', "export const load = () => import('zod');"],
    ['app/_ui/button.tsx', "import postgres from 'postgres';"],
    ['lib/webhooks/send.ts', "import { x } from 'drizzle-orm-extras';"],
  ])('%s: %s', (file, text) => {
    expect(about(file, text)).toEqual([expect.stringContaining('may import the packages')]);
  });

  test('an entry point of an allowed package is accepted', () => {
    expect(about('lib/keys/create-key.ts', "import { x } from 'drizzle-orm/pg-core';")).toEqual([]);
  });
});

describe('a global outside the list of a part is found', () => {
  test.each([
    ['network', 'export const get = () => fetch("https://example.com");'],
    ['network', 'export const open = () => new WebSocket("wss://example.com");'],
    ['clock', 'export const now = () => Date.now();'],
    ['clock', 'export const now = () => new Date();'],
    ['clock', 'export const now = () => performance.now();'],
    ['random', 'export const any = () => Math.random();'],
    ['random', 'export const id = () => crypto.randomUUID();'],
    ['timers', 'export const later = (f) => setTimeout(f, 1);'],
    ['process', 'export const stop = () => process.exit(1);'],
    ['process', 'export const say = () => console.log("x");'],
    ['shared', 'export const all = globalThis;'],
    ['browser', 'export const title = document.title;'],
    ['process', 'export const pid = (process as { pid: number }).pid;'],
    ['network', 'const get = fetch; export { get };'],
    ['random', 'export const { random } = { random: Math["random"] };'],
    ['unreliable', 'export const isUrl = (text) => URL.canParse(text);'],
  ])('%s: %s', (kind, text) => {
    expect(about('lib/audit/record-audit-entry.ts', text)).toEqual([
      expect.stringContaining(`(${kind})`),
    ]);
  });

  test.each([
    'export const at = (moment: Date) => new Date(moment.getTime() + 1);',
    'export const f = (fetch: () => void) => fetch();',
    'export const f = ({ fetch }: { fetch: () => void }) => fetch();',
    "import { process } from './process'; export const f = () => process();",
    'export const f = (api: { fetch(): void }) => api.fetch();',
    'export const settings = { process: 1, document: 2 };',
    'export interface Window { document: string }',
    '// Date.now()\nexport const text = "fetch(x)";',
    'export type T = typeof fetch;',
  ])('a name that only looks like a global is accepted: %s', (text) => {
    expect(about('lib/audit/record-audit-entry.ts', text)).toEqual([]);
  });
});

test('a file of a part without a row is found', () => {
  expect(about('plugins/own.ts', 'export const one = 1;')).toEqual([
    expect.stringContaining('has no row'),
  ]);
});

test('a table in ARCHITECTURE.md that differs from the rules is found', () => {
  const text = readFileSync('ARCHITECTURE.md', 'utf8');
  expect(withTable(text)).toBe(text);
  expect(withTable(text.replace('| `db/` |', '| `database/` |'))).toBe(text);
});

describe('a browser file imports no values from the server', () => {
  const file = 'app/dashboard/filter.tsx';

  test.each([
    "'use client';\nimport { runtime } from '@/lib/runtime';",
    "'use client';\nimport { readFileSync } from 'node:fs';",
    "'use client';\nimport postgres from 'postgres';",
  ])('%s', (text) => {
    expect(about(file, text)).toContainEqual(expect.stringContaining('runs in the browser'));
  });

  test('types, the domain and other packages are accepted', () => {
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
    "import { env } from 'node:process'; export const port = env.PORT;",
    "if (process.env.NEXT_RUNTIME === 'nodejs') throw process.env;",
  ])('%s', (text) => {
    expect(about('lib/keys/secret-key.ts', text)).toContainEqual(
      expect.stringContaining('reads process.env'),
    );
  });

  test('lib/runtime.ts and scripts may read it, and a comment about process.env does not count', () => {
    expect(about('lib/runtime.ts', 'export const all = process.env;')).toEqual([]);
    expect(about('scripts/start.mjs', 'export const all = process.env;')).toEqual([]);
    expect(about('lib/env.ts', '// process.env\nexport const one = "process.env";')).toEqual([]);
    expect(about('proxy.ts', "export const on = process.env.NEXT_RUNTIME === 'nodejs';")).toEqual(
      [],
    );
  });
});
