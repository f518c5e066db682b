import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { until } from './wait';

export interface DocumentedCommands {
  readonly heading: string;
  readonly commands: string;
}

export function commandsIn(file: string): DocumentedCommands[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  let heading = '';
  return [...text.matchAll(/^##+ (.+)$|^```sh\n([\s\S]*?)^```$/gm)].flatMap(
    ([, title, commands = '']) => {
      heading = title ?? heading;
      return title === undefined ? [{ heading, commands }] : [];
    },
  );
}

export interface Terminal {
  /** Pastes commands, waits until they have ended, and returns their output. */
  paste(commands: string): Promise<string>;
  output(): string;
  close(): Promise<void>;
}

export function openTerminal(folder: string): Terminal {
  const shell = spawn('bash', [], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let output = '';
  shell.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  return {
    output: () => output,
    paste: async (commands) => {
      const end = `pasted ${randomUUID()}`;
      const from = output.length;
      shell.stdin.write(`${commands}\necho '${end}'\n`);
      await until('the commands have ended', () => output.includes(end));
      return output.slice(from, output.indexOf(end));
    },
    close: async () => {
      shell.stdin.end('kill $(jobs -p)\n');
      await once(shell, 'close');
    },
  };
}
