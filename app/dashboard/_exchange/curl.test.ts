import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlCommand } from './curl';

test('a shell that runs the copied curl command passes every argument to curl unchanged', () => {
  const url = "https://shop.example/hooks?a=1&b='$HOME'";
  const body = `{"reference":"it's $(date) \\"quoted\\" \`here\`"}`;
  const command = curlCommand(url, {
    headers: [
      ['Host', 'shop.example'],
      ['X-Service-Signature', "sha256=a'b"],
      ['Content-Length', '50'],
      ['Connection', 'close'],
    ],
    body,
  });
  const read = execFileSync('sh', ['-c', command.replace('curl', `printf '%s\\n'`)]).toString();
  expect(read.split('\n').slice(0, -1)).toEqual([
    '-g',
    url,
    '-H',
    "X-Service-Signature: sha256=a'b",
    '--data-raw',
    body,
  ]);
});
