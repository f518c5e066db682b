import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** The scripts' cache. Everything in it can be generated or downloaded again. */
export const CACHE = path.join(ROOT, '.cache');

/** The lock of the process that installs or builds in this checkout. */
export const SETUP_LOCK = path.join(CACHE, 'setup.lock');
