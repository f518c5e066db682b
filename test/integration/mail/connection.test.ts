import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openMailer } from '@/lib/mail/transport';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { startSmtpServer } from '@/test/support/smtp-server';

const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-smtp-'));
afterAll(() => rmSync(folder, { recursive: true }));
execFileSync(
  'openssl',
  [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', 'key.pem', '-out', 'cert.pem'],
  ],
  { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
);
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const identity = { key: read('key.pem'), cert: read('cert.pem') };

const plain = await openForTestFile(startSmtpServer());
const startTls = await openForTestFile(startSmtpServer(identity));
const tls = await openForTestFile(startSmtpServer({ ...identity, secure: true }));

const from = { name: 'Shop', address: 'payments@shop.example' };
const MESSAGE = {
  id: 'eml_1',
  to: 'ann@example.com',
  fromName: null,
  subject: 'News',
  text: 'Text',
  html: '<p>Text</p>',
  replyTo: null,
  files: [],
  logo: null,
};
const send = (url: URL, ca?: string) => openMailer({ url, from }, ca).send(MESSAGE);

test('a connection to smtps:// is encrypted, and uses the user and password of the URL', async () => {
  expect(await send(tls.url('ann%40shop:right'), identity.cert)).toBeUndefined();
  expect(tls.mails.at(-1)).toMatchObject({ secure: true, user: 'ann@shop', from: from.address });
});

test('a connection to smtp:// is encrypted with STARTTLS if the server offers it', async () => {
  expect(await send(startTls.url(), identity.cert)).toBeUndefined();
  expect(startTls.mails.at(-1)).toMatchObject({ secure: true });
});

test('a server without a trusted certificate receives neither mail nor password', async () => {
  for (const server of [tls, startTls]) {
    const before = server.mails.length;
    const fault = await send(server.url('ann:right'));
    expect(fault).toMatchObject({ isFinal: false, isOfServer: true });
    expect(fault?.message).toMatch(/TLS|certificate/);
    expect(server.mails).toHaveLength(before);
  }
});

test('a local mail server without TLS receives mail, and errors do not contain its URL', async () => {
  expect(await send(plain.url('ann:right'))).toBeUndefined();
  expect(plain.mails.at(-1)).toMatchObject({ secure: false, user: 'ann' });
  const fault = await send(plain.url('ann:wrong'));
  expect(fault?.message).toBe(
    'The mail server refused the user or the password of SMTP_URL. Its reply was 535.',
  );
  const closed = new URL(plain.url());
  closed.port = '1';
  expect((await send(closed))?.message).toBe(
    'The connection to the mail server failed. Check the host and the port of SMTP_URL.',
  );
});
