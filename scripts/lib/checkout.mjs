import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../..');

/** Everything in the cache can be generated or downloaded again. */
export const CACHE = path.join(ROOT, '.cache');

/** The process that installs or builds in this checkout holds this lock. */
export const SETUP_LOCK = path.join(CACHE, 'setup.lock');
