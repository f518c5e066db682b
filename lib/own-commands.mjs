/**
 * The commands that messages quote. PACKAGED is defined only in the bundles of the package
 * (scripts/package/bundle.mjs). In a checkout, npm runs the commands.
 */
const packaged = typeof PACKAGED !== 'undefined';

export const START_COMMAND = packaged ? 'blocktally start' : 'npm start';
/** The command that runs scripts/admin. A subcommand has to be appended. */
export const ADMIN_COMMAND = packaged ? 'blocktally admin' : 'npm run -s admin --';
