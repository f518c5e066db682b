import type { parseArgs } from 'node:util';
import type { Db } from '@/db/client';
import type { Network } from '@/lib/domain/network';
import type { Vault } from '@/lib/keys/vault';

export interface AdminDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: () => Date;
  /** Networks with a source. */
  readonly networks: readonly Network[];
  /** What SIGN_UP=first asks for. */
  readonly setupToken: string;
}

/** What follows the name of a command. */
export interface Arguments {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

export interface Command {
  /** Its usage, without `npm run admin --`. */
  readonly usage: string;
  readonly options: NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;
  /** The most words that may follow the command's name. */
  readonly positionals: number;
  /** @returns the JSON object to print */
  run(deps: AdminDeps, given: Arguments): Promise<object>;
}

/** The command line is invalid. The message never quotes a value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The server's variables are invalid. The message names them, never their values. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** @throws UsageError when the option is missing */
export function required(given: Arguments, name: string): string {
  const value = text(given, name);
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

export function text(given: Arguments, name: string): string | undefined {
  const value = given.options[name];
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') throw new UsageError(`--${name} is empty.`);
  return value.trim();
}

/** The key that a command names: the word after the command, or --key. */
export function keyId(given: Arguments): string {
  const named = text(given, 'key');
  const [word] = given.positionals;
  if (named !== undefined && word !== undefined) {
    throw new UsageError('Name the key once: as a word or with --key.');
  }
  const id = named ?? word;
  if (id === undefined) throw new UsageError('The id of the key is missing (key_…).');
  return id;
}
