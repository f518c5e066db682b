import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '@/scripts/lib/checkout.mjs';

/**
 * Returns a function that finds the programs for the documentation's samples. It takes a name from
 * scripts/get-runtimes.sh and returns the path.
 *
 * @throws Error with installation instructions if this machine lacks a program
 */
export function findRuntimes(): (name: string) => string {
  const output = execFileSync(path.join(ROOT, 'scripts/get-runtimes.sh'), {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const runtimes = new Map(
    output
      .trim()
      .split('\n')
      .map((line): [string, string] => [line.replace(/ .*/, ''), line.replace(/^\S+ /, '')]),
  );
  return (name) => {
    const found = runtimes.get(name);
    if (!found) throw new Error(`scripts/get-runtimes.sh says nothing of ${name}`);
    return found;
  };
}
