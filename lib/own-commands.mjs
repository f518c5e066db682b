/**
 * The commands that messages name. In the bundles of the package (scripts/package/bundle.mjs)
 * PACKAGED is defined; a checkout starts through npm.
 */
const packaged = typeof PACKAGED !== 'undefined';

export const START_COMMAND = packaged ? 'blocktally start' : 'npm start';
/** The command that runs scripts/admin; the name of a subcommand follows it. */
export const ADMIN_COMMAND = packaged ? 'blocktally admin' : 'npm run -s admin --';
