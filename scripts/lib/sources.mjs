import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The checkout's own files, as git sees them: tracked, or new and not ignored. */
export function listSources(root) {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 };
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const names = execFileSync('git', args, options).split('\0');
  return [...new Set(names)].filter((name) => name && existsSync(path.join(root, name))).sort();
}
