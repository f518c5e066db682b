import { readdirSync } from 'node:fs';
import path from 'node:path';

const MADE = new Set(['node_modules', 'coverage', 'dist', 'playwright-report', 'test-results']);
const HIDDEN_BUT_OURS = new Set(['.ci', '.github']);

/** Returns the paths of the project's own files, relative to the root, with "/", sorted. */
export function listSourceFiles(root) {
  return listFilesIn(root, '').sort();
}

/** Returns the paths of a folder's own files, relative to the root. */
export function listFilesIn(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isFile()) return [name];
    const ours = !entry.name.startsWith('.') || HIDDEN_BUT_OURS.has(entry.name);
    return entry.isDirectory() && ours && !MADE.has(entry.name) ? listFilesIn(root, name) : [];
  });
}
