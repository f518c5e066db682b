import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { packClient } from '@/scripts/lib/client-package.mjs';
import { startApp } from '@/test/support/app';
import { createTestDatabase } from '@/test/support/database';
import { createTestKey, TEST_SECRET_KEY } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';

const run = promisify(execFile);
const MANIFEST = JSON.parse(readFileSync('sdk/package.json', 'utf8'));
const FILE = `blocktally-sdk-${MANIFEST.version}.tgz`;

let project: string;

const base = await openForTestFile(createTestDatabase());
const key = await createTestKey(base.db);
const app = await openForTestFile(
  startApp({
    databaseUrl: base.url,
    env: { BITCOIN_REGTEST: 'sandbox', SECRET_KEY: TEST_SECRET_KEY },
  }),
);

beforeEach(() => {
  project = mkdtempSync(path.join(tmpdir(), 'blocktally-project-'));
  writeFileSync(path.join(project, 'package.json'), '{ "private": true, "type": "module" }');
  return () => rmSync(project, { recursive: true });
});

/** The documented commands that install the SDK from this server. */
function documented(): string[] {
  const page = readFileSync('sdk/README.md', 'utf8');
  const install = page.slice(page.indexOf('## Install'), page.indexOf('## Create'));
  return [...install.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) =>
    commands.replaceAll('http://localhost:3000', app.url),
  );
}

const env = { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false' };
const shell = (commands: string) => run('sh', ['-ec', commands], { cwd: project, env });

const PROGRAM = `import { Blocktally } from '@blocktally/sdk';
const [, , baseUrl = '', apiKey = ''] = process.argv;
const client = new Blocktally({ baseUrl, apiKey });
const { id } = await client.createPayment({ amount_sats: 1_000, reference: 'order-1' });
const range = { from: 0, to: new Date(), reference: 'order-1' };
for await (const payment of client.eachPayment(range)) console.log(payment.id === id);
`;

/** A receiver that narrows an event by its type. */
const RECEIVER = `import { type AnyWebhookEvent } from '@blocktally/sdk';
export function read({ type, data }: AnyWebhookEvent): string {
  if (type !== 'payment.detected' && type !== 'payment.confirmed') return data.status;
  return data.txid;
}
`;

/** The script of a shop's page. */
const PAGE = `import type { EmbedMessage, PaymentUpdate } from '@blocktally/sdk/embed';
const paid = ({ status, received_sats }: PaymentUpdate) => status === 'confirmed' && received_sats;
document.querySelector('a')?.addEventListener('blocktally:status', ({ detail }) => paid(detail));
document.addEventListener('blocktally:return', ({ detail }) => location.assign(detail));
window.Blocktally?.open('https://pay.example/pay/co_1', { onStatus: paid }).close();
addEventListener('message', ({ data }: MessageEvent<EmbedMessage>) => {
  if (data.type === 'blocktally:return') location.assign(data.url);
});
`;

test.each([0, 1])(
  'the SDK runs after an installation with the documented command (%i)',
  async (nth) => {
    expect(documented()).toHaveLength(2);
    await shell(documented()[nth] ?? '');
    writeFileSync(path.join(project, 'program.mjs'), PROGRAM);
    const { stdout } = await run(process.execPath, ['program.mjs', app.url, key.apiKey], {
      cwd: project,
    });
    expect(stdout.split('\n')[0]).toBe('true');
  },
);

test('a strict compiler finds the SDK’s types, which reject values that the API does not allow', async () => {
  await shell(documented()[0] ?? '');
  const root = process.cwd();
  symlinkSync(path.join(root, 'node_modules/@types'), path.join(project, 'node_modules/@types'));
  const compile = () =>
    run(path.join(root, 'node_modules/.bin/tsc'), ['-p', '.', '--pretty', 'false'], {
      cwd: project,
    });
  const options = { strict: true, noEmit: true, module: 'nodenext', target: 'es2022' };
  const compilerOptions = { ...options, skipLibCheck: false, types: ['node'] };
  writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const program = path.join(project, 'program.mts');
  writeFileSync(program, PROGRAM);
  await compile();
  writeFileSync(program, PROGRAM.replace('amount_sats: 1_000', "amount_sats: '1000'"));
  await expect(compile()).rejects.toMatchObject({ stdout: expect.stringContaining('TS2322') });
  writeFileSync(program, RECEIVER);
  await compile();
  writeFileSync(program, PAGE);
  await compile();
  writeFileSync(program, PAGE.replace("'confirmed'", "'paid'"));
  await expect(compile()).rejects.toMatchObject({ stdout: expect.stringContaining('TS2367') });
});

test('the SDK package is public, has a license and a readme, and equals a build of this checkout', async () => {
  const served = await fetch(`${app.url}/sdk/${FILE}`);
  const bytes = Buffer.from(await served.arrayBuffer());
  expect(bytes.equals(await packClient(process.cwd()))).toBe(true);
  expect(served.headers.get('content-type')).toBe('application/gzip');
  writeFileSync(path.join(project, FILE), bytes);
  const { stdout } = await run('tar', ['tzf', FILE], { cwd: project });
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining(['package/LICENSE', 'package/README.md', 'package/dist/index.js']),
  );
  expect(MANIFEST).toMatchObject({ license: 'MIT', publishConfig: { access: 'public' } });
  expect(MANIFEST.private).toBeUndefined();
  expect(MANIFEST.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
});

test('the SDK’s documentation page links to the package, and its commands contain the server’s URL', async () => {
  const page = await (await fetch(`${app.url}/docs/client`)).text();
  const link = new RegExp(`href="(http://[^"]+/sdk/${FILE})"`).exec(page)?.[1] ?? '';
  expect((await fetch(link)).status).toBe(200);
  const markdown = await (await fetch(`${app.url}/docs/client.md`)).text();
  expect(markdown).toContain(`npm install ${link}`);
});

test('the error for an unknown version of the SDK package names the existing version', async () => {
  const answer = await fetch(`${app.url}/sdk/blocktally-sdk-9.9.9.tgz`);
  expect([answer.status, await answer.text()]).toEqual([404, `This server has ${FILE}.\n`]);
});
