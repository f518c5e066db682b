import type { Db } from '@/db/client';
import type { ChainSource } from '@/lib/chain/source';
import { EVENT_TYPES, type EventType } from '@/lib/domain/event-types';
import { isNetwork, NETWORKS, type Network } from '@/lib/domain/network';
import type { Seals } from '@/lib/keys/seal';
import type { Vault } from '@/lib/keys/vault';
import type { TargetPolicy } from '@/lib/webhooks/transport/target-url';

export interface AdminDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly seals: Seals;
  readonly clock: () => Date;
  readonly policy: TargetPolicy;
  readonly networks: readonly Network[];
  readonly sources: ReadonlyMap<Network, ChainSource>;
  readonly env: { readonly dataDir: string; readonly databaseUrl: string };
  readonly setupToken: string;
}

export interface Arguments {
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
}

export interface Command {
  readonly about: string;
  /** The word that can follow the command's name, and its meaning. */
  readonly word?: readonly [name: string, about: string];
  /** In commander's syntax: "--name <name>", or "--all" for an option without a value. */
  readonly options?: readonly (readonly [flags: string, about: string])[];
  readonly example?: string;
  /** @returns the JSON object to print */
  run(deps: AdminDeps, given: Arguments): Promise<object>;
}

/** The command line is invalid. The message never quotes a value. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The server's variables are invalid. The message contains their names, never their values. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** @throws UsageError when the option is missing */
export function requireOption(given: Arguments, name: string): string {
  const value = readTextOption(given, name);
  if (value === undefined) throw new UsageError(`--${name} is missing.`);
  return value;
}

export function readTextOption(given: Arguments, name: string): string | undefined {
  const value = given.options[name];
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') throw new UsageError(`--${name} is empty.`);
  return value.trim();
}

/** @throws UsageError if the value is not a whole number from `min` to `max` */
export function readWholeNumberOption(given: Arguments, name: string, min: number, max: number) {
  const value = readTextOption(given, name);
  if (value === undefined) return undefined;
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}.`);
}

export const NETWORK_OPTION = ['--network <network>', `one of ${NETWORKS.join(', ')}`] as const;

/** @throws UsageError if --network is missing, or its value is not a network */
export function readNetworkOption(given: Arguments): Network {
  const network = requireOption(given, 'network');
  if (isNetwork(network)) return network;
  throw new UsageError(`--network must be one of ${NETWORKS.join(', ')}.`);
}

/** @throws UsageError for an unknown event type */
export function readWebhookEventsOption(given: Arguments): EventType[] | undefined {
  const value = given.options['webhook-events'];
  if (typeof value !== 'string') return undefined;
  const words = value.split(',').flatMap((word) => word.trim() || []);
  const types = EVENT_TYPES.filter((type) => words.includes(type));
  const isNone = words.length === 1 && words[0] === 'none';
  if (isNone || (types.length > 0 && words.every((word) => types.some((one) => one === word)))) {
    return types;
  }
  throw new UsageError(`--webhook-events must be none, or some of ${EVENT_TYPES.join(', ')}.`);
}

export const EVENTS_OPTION = [
  '--webhook-events <types>',
  `the events that it sends, separated by commas: ${EVENT_TYPES.join(', ')}; or none`,
] as const;

/** The value "none" gives null; without the option, the result is undefined. */
export function readWebhookUrlOption(given: Arguments): string | null | undefined {
  const value = readTextOption(given, 'webhook-url');
  return value === 'none' ? null : value;
}

export const URL_OPTION = [
  '--webhook-url <url>',
  'the webhook URL of payments that name none; or none',
] as const;

/**
 * Returns the id of the key that a command is about: the word after the command, or the value of
 * --key.
 */
export function readKeyIdArgument(given: Arguments): string {
  const named = readTextOption(given, 'key');
  const [word] = given.positionals;
  if (named !== undefined && word !== undefined) {
    throw new UsageError('Name the key once: as a word or with --key.');
  }
  const id = named ?? word;
  if (id === undefined) throw new UsageError('The id of the key is missing (key_…).');
  return id;
}
