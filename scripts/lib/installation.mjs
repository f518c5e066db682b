import { devServerCommand, ensureBuilt, programCommand, serverCommand } from './build.mjs';
import { ROOT } from './checkout.mjs';
import { ensurePackagesInstalled } from './install.mjs';
import { registerServer } from './running-servers.mjs';

/**
 * The files from which Blocktally runs on this machine: a checkout, or the package that is made
 * from it (scripts/package/installation.mjs). Programs are lists of Node.js arguments.
 *
 * @typedef {object} Installation
 * @property {string} folder in which all programs run; it holds db/migrations
 * @property {string} settings the folder of the .env file
 * @property {() => readonly string[]} admin
 * @property {() => readonly string[]} demo
 * @property {(log: (line: string) => void) => Promise<void>} prepare prepares what every program
 *  needs
 * @property {(start: { dev: boolean, appUrl: string, log: (line: string) => void }) =>
 *  Promise<readonly string[]>} server prepares the server too
 */

/** @type {Installation} */
export const CHECKOUT_INSTALLATION = {
  folder: ROOT,
  settings: ROOT,
  admin: () => programCommand('admin'),
  demo: () => programCommand('demo'),
  prepare: (log) => ensurePackagesInstalled({ log }),
  server: async ({ dev, appUrl, log }) => {
    await ensurePackagesInstalled({ log });
    if (!dev) await ensureBuilt({ log });
    registerServer(appUrl, { dev });
    return dev ? devServerCommand() : serverCommand();
  },
};
