import { homedir } from 'node:os';
import path from 'node:path';
import { Command, CommanderError } from 'commander';

const ABOUT =
  'Self-hosted on-chain Bitcoin payments. Without a command it starts.\n\n' +
  'All settings are environment variables, or lines of a file .env in the data folder. ' +
  'The data folder is ~/.local/share/blocktally unless --data-dir or DATA_DIR names another.';

/** The command line is invalid. The exit code is then 2. */
export class WrongCommandLine extends Error {}

/**
 * Parses a command line.
 *
 * @typedef {object} Asked
 * @property {'start' | 'admin' | 'text'} what
 * @property {string} [text] help or the version, to print
 * @property {readonly string[]} words of an admin command
 * @property {string | undefined} dataDir
 * @property {string | undefined} port
 * @property {string | undefined} backupTo
 * @param {readonly string[]} argv
 * @param {string} version
 * @returns {Asked}
 * @throws WrongCommandLine naming the nearest command or option
 */
export function readCommandLine(argv, version) {
  const { rest, dataDir } = takeDataDir(argv);
  let asked = { what: 'text', text: '', words: [], dataDir };
  const program = new Command('blocktally').description(ABOUT).version(version, '--version');
  program.exitOverride().configureOutput({
    writeOut: (text) => {
      asked.text += text;
    },
    writeErr: () => {},
  });
  program.helpOption('-h, --help', 'show this help').helpCommand(false).enablePositionalOptions();
  program.option('--data-dir <folder>', 'in any place: the folder of the database and secrets');
  const does = (what, words, options = {}) => {
    asked = { what, words, dataDir, port: options.port, backupTo: options.backupTo };
  };
  program
    .command('start')
    .description('start the server, and its database unless DATABASE_URL is set')
    .option('--port <port>', 'the port to listen on, as PORT')
    .option(
      '--backup-to <folder>',
      'keep an hourly copy of the data folder there, for backups of files; start from it if there is no database',
    )
    .action((options) => does('start', [], options));
  program
    .command('admin [words...]')
    .description('manage keys, merchants and users: "blocktally admin --help" has the commands')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action((words) => does('admin', words));
  program
    .command('migrate')
    .description('upgrade the database to this version, and end')
    .option('--json', 'print one JSON object, errors too')
    .action(({ json }) => does('admin', json ? ['migrate', '--json'] : ['migrate']));
  try {
    program.parse(withCommand(rest), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode !== 0) throw new WrongCommandLine(sentence(error.message));
  }
  return asked;
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

/** If the words contain only options, adds the command `start`. */
function withCommand(words) {
  const [first] = words;
  const named = first !== undefined && !first.startsWith('-');
  return named || ['-h', '--help', '--version'].includes(first) ? words : ['start', ...words];
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

function sentence(message) {
  const text = message.replace(/^error: /, '').replace(/\s*\n\s*\((.*)\)$/s, '. $1');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?]$/.test(text) ? '' : '.'}`;
}
