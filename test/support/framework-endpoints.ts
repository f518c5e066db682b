import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { reserveStablePort } from './reserve-stable-port';
import { findRuntimes } from './runtimes';
import { until } from './wait';

const FOLDER = path.join(ROOT, 'examples', 'frameworks');

export interface FrameworkEndpoint {
  readonly url: string;
  output(): string;
  close(): Promise<void>;
}

export const FRAMEWORKS = { express: openExpress, django: openDjango } as const;

async function openExpress(secrets: string): Promise<FrameworkEndpoint> {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-express-'));
  copyFileSync(path.join(FOLDER, 'express.mjs'), path.join(folder, 'express.mjs'));
  const shop = JSON.parse(readFileSync(path.join(ROOT, 'examples/shop/package.json'), 'utf8'));
  const install = ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', folder];
  execFileSync('npm', [...install, `express@${shop.dependencies.express}`], { stdio: 'ignore' });
  const port = await reserveStablePort();
  const env = { SECRET: secrets, PORT: String(port) };
  return serve([process.execPath, path.join(folder, 'express.mjs')], env, port, '/webhooks', () =>
    rmSync(folder, { recursive: true }),
  );
}

const DJANGO = `
import os, sys
from wsgiref.simple_server import WSGIRequestHandler, make_server
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import path

settings.configure(
    SECRET_KEY="x", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF="__main__",
    MIDDLEWARE=["django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware"],
    BLOCKTALLY_SECRETS=os.environ["SECRET"].split(" "),
)
from django_webhooks import blocktally_webhook
urlpatterns = [path("webhooks/", blocktally_webhook)]
WSGIRequestHandler.log_message = lambda *_: None
make_server("127.0.0.1", int(os.environ["PORT"]), get_wsgi_application(), handler_class=WSGIRequestHandler).serve_forever()
`;

async function openDjango(secrets: string): Promise<FrameworkEndpoint> {
  const port = await reserveStablePort();
  const env = { SECRET: secrets, PORT: String(port), PYTHONDONTWRITEBYTECODE: '1' };
  const boot = `import sys; sys.path.insert(0, ${JSON.stringify(FOLDER)})\n${DJANGO}`;
  return serve([findRuntimes()('django'), '-c', boot], env, port, '/webhooks/', () => {});
}

async function serve(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  port: number,
  at: string,
  remove: () => void,
): Promise<FrameworkEndpoint> {
  const child: ChildProcess = spawn(command, args, {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const url = `http://127.0.0.1:${port}${at}`;
  await until('the framework answers', async () => {
    if (child.exitCode !== null) throw new Error(output);
    return (await fetch(url)).status >= 400;
  });
  return {
    url,
    output: () => output,
    close: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      remove();
    },
  };
}

export interface SignatureInput {
  readonly body: string;
  readonly timestamp: string;
  readonly signatures: string;
  readonly secrets: readonly string[];
}

/** These frameworks are not installed, so only their signature check runs. */
export function openSignatureChecks(): Readonly<
  Record<'laravel' | 'rails', (given: SignatureInput) => boolean>
> {
  const runtime = findRuntimes();
  const file = (name: string) => JSON.stringify(path.join(FOLDER, name));
  const PHP = `$given = json_decode(stream_get_contents(STDIN), true);
    require ${file('BlocktallyWebhook.php')};
    echo App\\Http\\Controllers\\BlocktallyWebhook::isGenuine(...$given) ? 'yes' : 'no';`;
  const RUBY = `require 'json'; require 'openssl'
    module ActionController; class Base; def self.skip_forgery_protection; end; end; end
    require ${file('blocktally_webhooks_controller.rb')}
    print BlocktallyWebhooksController.genuine?(*JSON.parse($stdin.read).values) ? 'yes' : 'no'`;
  const ask = (
    command: string,
    args: string[],
    { body, timestamp, signatures, secrets }: SignatureInput,
  ) =>
    execFileSync(command, args, {
      input: JSON.stringify({ body, timestamp, signatures, secrets }),
      encoding: 'utf8',
    }) === 'yes';
  return {
    laravel: (given) => ask(runtime('php'), ['-r', PHP], given),
    rails: (given) => ask(runtime('ruby'), ['-e', RUBY], given),
  };
}
