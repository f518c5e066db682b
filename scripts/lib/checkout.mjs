import path from 'node:path';

/** The folder this project lies in. */
export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Where scripts keep what can be made again. */
export const CACHE = path.join(ROOT, '.cache');

/** Held by whoever installs or builds in this checkout. */
export const SETUP_LOCK = path.join(CACHE, 'setup.lock');
