import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { until } from './wait';

/** A block of shell commands in a document. */
export interface DocumentedCommands {
  readonly heading: string;
  readonly commands: string;
}

/** Returns the blocks of shell commands in a document, in order. */
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

/** A shell into which a test pastes commands. */
export interface Terminal {
  /** Pastes commands, and waits until they have ended. @returns their output */
  paste(commands: string): Promise<string>;
  /** The whole output so far, including background commands. */
  output(): string;
  /** Ends the shell and all background commands. */
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
