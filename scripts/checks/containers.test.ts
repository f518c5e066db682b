import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../lib/checkout.mjs';
import { complaintsAboutCompose } from './compose.mjs';
import { complaintsAboutDockerfile } from './dockerfile.mjs';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const settings = [...read('.env.example').matchAll(/^#? ?([A-Z0-9_]+)=/gm)].map(
  ([, name = '']) => name,
);

function changed(text: string, from: string | RegExp, to: string): string {
  const result = text.replace(from, to);
  if (result === text) throw new Error(`there is no ${from}`);
  return result;
}

test('our own files pass', () => {
  expect(complaintsAboutDockerfile(dockerfile)).toEqual([]);
  expect(complaintsAboutCompose({ compose, dockerfile, settings })).toEqual([]);
});

test.each<[string, string | RegExp, string]>([
  ['an instruction that does not exist', 'EXPOSE 3000', 'EXPOSES 3000'],
  ['a copy from a stage that does not exist', '--from=node', '--from=nodes'],
  ['an image without a version', 'FROM node:24-bookworm-slim', 'FROM node'],
  ['a server that runs as root', 'USER 1000:1000', 'USER root'],
  ['a server that gets no signals', 'CMD ["start"]', 'CMD start'],
  ['a port without a listener', 'EXPOSE 3000', 'EXPOSE 8080'],
  ['a health check of a wrong path', '/api/ready', '/'],
  ['a build', 'USER 1000', 'RUN node build.mjs\nUSER 1000'],
  ['a download during the build', 'ADD dist/', 'ADD https://example.com/'],
])('found in the Dockerfile: %s', (_, from, to) => {
  expect(complaintsAboutDockerfile(changed(dockerfile, from, to))).not.toEqual([]);
});

test.each<[string, string | RegExp, string]>([
  ['an unknown key', 'read_only', 'readonly'],
  ['a value of the wrong type', 'read_only: true', 'read_only: [yes]'],
  ['a service that can write to its root', 'read_only: true', 'read_only: false'],
  ['a service that keeps its capabilities', 'cap_drop: [ALL]', 'cap_drop: [NET_RAW]'],
  ['a stage that does not exist', 'target: server', 'target: serve'],
  ['a port that the image does not listen on', '}:3000', '}:8080'],
  ['a port open to everyone', /\$\{HOST:-127\.0\.0\.1\}:/, ''],
  ['an address open to everyone', 'HOST:-127.0.0.1', 'HOST:-0.0.0.0'],
  ['an unused setting', 'TRUSTED_PROXIES: ', 'TRUSTED_PROXIES2: '],
  ['a setting that .env cannot change', /BITCOIN_MAINNET: \$.*/, 'BITCOIN_MAINNET: off'],
  ['a setting that another one fills', 'TRUSTED_PROXIES:-', 'APP_URL:-'],
  ['a service that does not get .env', '    env_file: .env\n', ''],
  ['a password in a command line', 'NODE_CHAIN:-main', 'BITCOIN_PASSWORD'],
  ['a node without a health check', 'healthcheck:\n      # It', 'x-healthcheck:\n      # It'],
  ['a config that is not declared', 'source: caddyfile', 'source: caddy'],
  ['an undocumented variable', '{NODE_PRUNE', '{KEEP_MB'],
  ['a volume that is not declared', '- data:/data', '- date:/data'],
  ['a server without a published port', 'HOST: 0.0.0.0', 'HOST: 127.0.0.1'],
  ['data that is lost with the container', '- data:/data', '- data:/var'],
  ['a service that does not exist', 'depends_on: [redis]', 'depends_on: [valkey]'],
  ['an image without a version', 'redis:8-bookworm', 'redis:latest'],
  ['a log that grows for ever', '    logging: *logging\n', ''],
  ['too little time to stop', 'stop_grace_period: 40s', 'stop_grace_period: 5s'],
])('found in compose.yaml: %s', (_, from, to) => {
  const complaints = complaintsAboutCompose({
    compose: changed(compose, from, to),
    dockerfile,
    settings,
  });
  expect(complaints).not.toEqual([]);
});
