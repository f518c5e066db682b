import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const HELP = `Self-hosted on-chain Bitcoin payments. Without a command it starts.

  blocktally start           start the server, and its database unless DATABASE_URL is set
    --port <port>            the port to listen on, as PORT
    --backup-to <folder>     keep an hourly copy of the data folder there, for backups of files;
                             start from it if there is no database
  blocktally admin COMMAND   manage keys, merchants and users: "blocktally admin --help" has the
                             commands
  blocktally migrate         upgrade the database to this version, and end
  blocktally --version, --help

  --data-dir <folder>        in any place: the folder of the database and secrets

All settings are environment variables, or lines of a file .env in the data folder. The data folder
is ~/.local/share/blocktally unless --data-dir or DATA_DIR names another.
`;

const OPTIONS = /** @type {const} */ ({
  port: { type: 'string' },
  'backup-to': { type: 'string' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
});

/** The command line is invalid. The exit code is then 2. */
export class WrongCommandLine extends Error {}

/**
 * Parses a command line.
 *
 * @typedef {object} Asked
 * @property {'start' | 'admin' | 'text'} what
 * @property {string} [text] help or the version, to print
 * @property {readonly string[]} [words] of an admin command
 * @property {string} [dataDir]
 * @property {string} [port]
 * @property {string} [backupTo]
 * @param {readonly string[]} argv
 * @param {string} version
 * @returns {Asked}
 * @throws WrongCommandLine naming the unknown command or option
 */
export function readCommandLine(argv, version) {
  const { rest, dataDir } = takeDataDir(argv);
  const [first = ''] = rest;
  if (first === 'admin') return { what: 'admin', words: rest.slice(1), dataDir };
  if (first === 'migrate') return { what: 'admin', words: rest, dataDir };
  const isNamed = first !== '' && !first.startsWith('-');
  if (isNamed && first !== 'start') throw new WrongCommandLine(`Unknown command '${first}'.`);
  const { help, version: wantsVersion, port, ...others } = parse(isNamed ? rest.slice(1) : rest);
  if (help) return { what: 'text', text: HELP };
  if (wantsVersion) return { what: 'text', text: version };
  return { what: 'start', dataDir, port, backupTo: others['backup-to'] };
}

function parse(args) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch ({ message }) {
    throw new WrongCommandLine(message);
  }
}

/**
 * Returns the default data folder according to the XDG Base Directory Specification, normally
 * ~/.local/share/blocktally.
 *
 * @param {string | undefined} dataHome XDG_DATA_HOME
 */
export function defaultDataDir(dataHome = '') {
  // The specification says to ignore a relative path.
  const base = path.isAbsolute(dataHome) ? dataHome : path.join(homedir(), '.local', 'share');
  return path.join(base, 'blocktally');
}

/**
 * Removes --data-dir from the words and returns it. Every command accepts it anywhere, even after
 * the words of an admin command.
 */
function takeDataDir(argv) {
  const rest = [];
  let dataDir;
  for (let at = 0; at < argv.length; at += 1) {
    const [name, value] = argv[at].split(/=(.*)/s);
    if (name !== '--data-dir') {
      rest.push(argv[at]);
      continue;
    }
    dataDir = value ?? argv[++at];
    if (!dataDir || dataDir.startsWith('-')) {
      throw new WrongCommandLine('--data-dir needs a folder.');
    }
  }
  return { rest, dataDir };
}
