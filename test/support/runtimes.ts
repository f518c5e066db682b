import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from '@/scripts/lib/checkout.mjs';

/**
 * Returns the path of a program that runs samples of the documentation, by its name in
 * scripts/get-runtimes.sh.
 *
 * @throws Error with what to install when this machine lacks one of them
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
