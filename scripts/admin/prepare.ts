import { Command as Program } from 'commander';
import { ADMIN_COMMAND } from '@/lib/own-commands.mjs';
import { VERSION } from '@/lib/version';
import { type AdminDeps, type Arguments, type Command, UsageError } from './command';
import { COMMANDS } from './commands';

/** The parsed command line: a text to print, such as help, or a command that is ready to run. */
export type PreparedCommand = { readonly text: string } | { run(deps: AdminDeps): Promise<object> };

const JSON_FLAGS = ['--json', 'print one JSON object, errors too'] as const;
const GROUPS: Readonly<Record<string, string>> = {
  merchant: 'Merchants, to whom keys, wallets and payments belong.',
  key: 'API keys.',
  secret: 'Signing secrets of webhooks.',
  user: 'Users of the dashboard.',
  wallet: 'Wallets, which payments are paid to.',
  seal: 'Seals of what decides where money goes.',
  btcpay: 'Coming from BTCPay Server.',
};

/** @throws UsageError for an unknown command or an invalid command line */
export function prepare(argv: readonly string[]): PreparedCommand {
  // Programs may write --json anywhere, so it is removed before commander parses the rest.
  const typed = argv.filter((word) => word !== '--json');
  // As in git, "help key create" means "key create --help".
  const given = typed[0] === 'help' ? [...typed.slice(1), '--help'] : typed;
  let prepared: PreparedCommand | undefined;
  let text = '';
  const root = new Program(ADMIN_COMMAND).description('Manages this installation of Blocktally.');
  root.version(VERSION, '--version', 'print the version');
  root.addHelpText('after', `\nAll commands: ${Object.keys(COMMANDS).join(', ')}`);
  root.helpCommand(false);
  // A subcommand inherits only settings that were made before its .command() call.
  root.exitOverride().configureOutput({
    writeOut: (part) => {
      text += part;
    },
    writeErr: (part) => {
      text += part;
    },
  });
  for (const [name, command] of Object.entries(COMMANDS)) {
    describe(placeOf(root, name), name, command, (args) => {
      prepared = { run: (deps) => command.run(deps, args) };
    });
  }
  try {
    root.parse(given, { from: 'user' });
  } catch (error) {
    const asked = /^commander\.(helpDisplayed|help|version)$/.test(codeOf(error));
    if (!asked) throw new UsageError(words(error));
    if (codeOf(error) === 'commander.help' && given.length > 0)
      throw new UsageError(formsOf(given));
  }
  return prepared ?? { text };
}

/** Returns the hint for a command line that contains only a group's name. */
function formsOf([group]: readonly string[]): string {
  const forms = Object.keys(COMMANDS).filter((name) => name.startsWith(`${group} `));
  return `Use one of: ${forms.join(', ')}.`;
}

/** Adds a command to its group, which the first command of the group creates. */
function placeOf(root: Program, name: string): Program {
  const [first = '', second] = name.split(' ');
  if (second === undefined) return root.command(first);
  const group =
    root.commands.find((known) => known.name() === first) ??
    root
      .command(first)
      .description(GROUPS[first] ?? '')
      .helpCommand(false);
  return group.command(second);
}

function describe(
  program: Program,
  name: string,
  { about, word, options = [], example }: Command,
  onParsed: (given: Arguments) => void,
): void {
  program.description(about).allowExcessArguments(false);
  if (word) program.argument(`[${word[0]}]`, word[1]);
  for (const [flags, meaning] of [...options, JSON_FLAGS]) program.option(flags, meaning);
  program.addHelpText('after', `\nExample:\n  ${ADMIN_COMMAND} ${example ?? name}`);
  program.action(() => {
    const values = Object.entries(program.opts<Record<string, string | boolean>>());
    onParsed({
      options: Object.fromEntries(values.map(([key, value]) => [dashed(key), value])),
      positionals: program.args,
    });
  });
}

/** Restores the dashes of an option's name, because commander calls `--to-index` "toIndex". */
function dashed(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Matches words that look like a command or an option. An error may quote these, because secrets
 * have digits or capitals.
 */
const HARMLESS = /^-{0,2}[a-z][a-z-]{0,30}$/;

function words(error: unknown): string {
  const message = error instanceof Error ? error.message.replace(/^error: /, '') : '';
  const harmless = [...message.matchAll(/'([^']*)'/g)].every(
    ([, quoted = '']) => HARMLESS.test(quoted) || /^-[\w-]+ <[\w-]+>$/.test(quoted),
  );
  const [hint] = /\(Did you mean [^)]*\)/.exec(message) ?? [];
  if (!harmless) return `The command line has a word that no command takes. ${hint ?? ''}`.trim();
  const sentence = message.replace(/\s*\n\s*/g, '. ').replace(/[()]/g, '');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${/[.?]$/.test(sentence) ? '' : '.'}`;
}
