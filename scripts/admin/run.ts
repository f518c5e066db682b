import { parseArgs } from 'node:util';
import { Problem } from '@/lib/domain/problems';
import { isDatabaseUnavailable } from '@/lib/http/database-fault';
import { type AdminDeps, type Command, ConfigurationError, UsageError } from './command';
import { keyList, keyRevoke, keyRotate, secretRotate } from './key-commands';
import { keyCreate } from './key-create';
import { merchantCreate, merchantList } from './merchant-commands';
import { setupToken } from './setup-token';
import { status } from './status';
import { userResetPassword } from './user-commands';
import { walletList, walletSkip } from './wallet-commands';

const COMMANDS: Readonly<Record<string, Command>> = {
  'merchant create': merchantCreate,
  'merchant list': merchantList,
  'key create': keyCreate,
  'key list': keyList,
  'key rotate': keyRotate,
  'key revoke': keyRevoke,
  'secret rotate': secretRotate,
  'user reset-password': userResetPassword,
  'wallet list': walletList,
  'wallet skip': walletSkip,
  'setup-token': setupToken,
  status,
};

/**
 * Parses a command line.
 *
 * @returns the command, ready to run
 * @throws UsageError for an unknown command or an invalid command line
 */
export function prepare(argv: readonly string[]): (deps: AdminDeps) => Promise<object> {
  const words = argv.filter((word) => word !== '--json');
  const name = Object.keys(COMMANDS).find((known) => startsWith(words, known.split(' ')));
  const command = name === undefined ? undefined : COMMANDS[name];
  if (name === undefined || !command) throw new UsageError(`Use one of: ${usages()}.`);
  const given = parse(command, words.slice(name.split(' ').length));
  return (deps) => command.run(deps, given);
}

/** The JSON printed for an error. It quotes only messages that are meant to be public. */
export function errorJson(error: unknown): { error: { code: string; message: string } } {
  const of = (code: string, message: string) => ({ error: { code, message } });
  if (error instanceof UsageError) return of('usage', error.message);
  if (error instanceof ConfigurationError) return of('configuration', error.message);
  if (error instanceof Problem) {
    const descriptor = error.errors?.find(({ pointer }) => pointer === '/descriptor');
    return of(descriptor ? `descriptor_${descriptor.code}` : error.code, error.detail);
  }
  if (isDatabaseUnavailable(error)) {
    return of('database_unavailable', 'The database cannot be reached. Check DATABASE_URL.');
  }
  return of('internal_error', 'The command failed; standard error says more.');
}

function startsWith(words: readonly string[], name: readonly string[]): boolean {
  return name.every((word, i) => words[i] === word);
}

function parse(command: Command, args: string[]) {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: command.options,
      allowPositionals: command.positionals > 0,
    });
    if (positionals.length > command.positionals) throw new UsageError('Too many words.');
    const options = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? true : value]),
    );
    return { options, positionals };
  } catch {
    // The original message quotes the input, which may be a key.
    throw new UsageError(`This command is written: ${command.usage}`);
  }
}

function usages(): string {
  return Object.values(COMMANDS)
    .map((command) => command.usage)
    .join(' | ');
}
