import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isRunning, processIdentity } from './process-identity.mjs';

let count = 0;

/**
 * Records in a folder that this process uses a resource. The record is valid until the process
 * ends, even if it is killed.
 *
 * @param {string} folder
 * @param {string} [what] stored in the record
 * @returns {() => void} a function that removes the record
 */
export function registerProcess(folder, what = '') {
  mkdirSync(folder, { recursive: true });
  count += 1;
  const note = path.join(folder, `${process.pid}-${count}`);
  writeFileSync(note, `${processIdentity(process.pid)}\n${what}`);
  return () => rmSync(note, { force: true });
}

/**
 * Returns the processes that still use the resource.
 *
 * @returns {{ pid: number, what: string }[]}
 */
export function registeredProcesses(folder) {
  const users = [];
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const note = path.join(folder, name);
    const [identity = '', what = ''] = contentOf(note).split('\n');
    if (isRunning(identity)) users.push({ pid: Number.parseInt(identity, 10), what });
    else rmSync(note, { force: true });
  }
  return users;
}

function contentOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
