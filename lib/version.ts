import manifest from '@/package.json';

/** The version of Blocktally that is running. */
export const VERSION: string = manifest.version;
