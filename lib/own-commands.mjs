/**
 * The commands that messages quote. PACKAGED is defined in the bundles of the package
 * (scripts/package/bundle.mjs). A checkout starts through npm.
 */
const packaged = typeof PACKAGED !== 'undefined';

export const START_COMMAND = packaged ? 'blocktally start' : 'npm start';
/** The command that runs scripts/admin. The name of a subcommand follows. */
export const ADMIN_COMMAND = packaged ? 'blocktally admin' : 'npm run -s admin --';
