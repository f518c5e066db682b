import manifest from '@/package.json';

/** The running version of Blocktally. */
export const VERSION: string = manifest.version;
