import type { Network } from './network';
import { Problem } from './problems';
import { canAdminister, canChange, canSeeWholeWallet, type Role } from './roles';

/** The party that performs an action. Every use case takes an actor and checks its permissions. */
export type Actor = KeyActor | Member | Operator;

/**
 * Software that calls the API with a key. Its actions are limited to the payments and settings of
 * that key.
 */
export interface KeyActor {
  readonly kind: 'key';
  readonly apiKeyId: string;
  /** The name that the merchant gave the key. */
  readonly name: string;
  readonly merchantId: string;
  readonly walletId: string;
  readonly network: Network;
  readonly allowCustomAddresses: boolean;
  /** Whether the key may change its own events and embedding sites, and manage webhooks. */
  readonly allowManagement: boolean;
  /** The webhook URL of the key's payments that have no URL of their own. */
  readonly defaultWebhookUrl: string | null;
  /** The canonical descriptor of the key's wallet. */
  readonly descriptor: string;
  /** The template from which the addresses of the key's wallet are derived. */
  readonly template: string;
  /** IP ranges that the key's requests must come from; empty: any address. */
  readonly allowedIps: readonly string[];
}

/** A signed-in user and one of their merchants. Their actions are limited to that merchant. */
export interface Member {
  readonly kind: 'member';
  readonly userId: string;
  readonly merchantId: string;
  readonly role: Role;
  readonly sessionId: string;
  /** When the session last used a factor; absent without a session. */
  readonly factorAt?: Date | undefined;
  /** The IP address of the request, for the audit log. */
  readonly ip?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The operator, with a shell on the server. Their actions apply to everything. */
export interface Operator {
  readonly kind: 'operator';
}

export const OPERATOR: Operator = { kind: 'operator' };

/** @throws Problem `forbidden` when the actor may not change payments and deliveries */
export function mayChange(actor: Actor): void {
  if (actor.kind === 'member' && !canChange(actor.role)) {
    throw new Problem('forbidden', 'Viewers cannot change anything.');
  }
}

/**
 * @throws Problem `forbidden` for a viewer; `management_not_allowed` for a key that may only create
 *   and read payments
 */
export function mayManage(actor: Actor): void {
  mayChange(actor);
  if (actor.kind !== 'key' || actor.allowManagement) return;
  throw new Problem(
    'management_not_allowed',
    "This API key may not manage webhooks and its settings. An owner can allow it on the key's page in the dashboard.",
  );
}

/**
 * Whether the actor may see the keys from which all addresses of a wallet can be derived. Viewers
 * see only the addresses of payments, and the first addresses.
 */
export function maySeeWholeWallet(actor: Actor): boolean {
  return actor.kind !== 'member' || canSeeWholeWallet(actor.role);
}

/** For how long after the use of a factor no other one is required. */
const FACTOR_MS = 600_000;

/**
 * Whether a member has used a factor within ten minutes. An operator needs none, having access to
 * the server itself.
 */
export function hasRecentFactor(actor: Actor, now: Date): boolean {
  if (actor.kind !== 'member') return actor.kind === 'operator';
  const { factorAt } = actor;
  return factorAt !== undefined && now.getTime() - factorAt.getTime() <= FACTOR_MS;
}

/**
 * Call before an action that a stolen session must not be able to do: one that moves money, gives
 * access, or removes a factor.
 *
 * @throws Problem `step_up_required`; `forbidden` for an API key, which has no factor
 */
export function requireRecentFactor(actor: Actor, now: Date): void {
  if (hasRecentFactor(actor, now)) return;
  if (actor.kind === 'key') throw new Problem('forbidden', 'An API key cannot do this.');
  throw new Problem('step_up_required', 'Confirm that it is you, then try again.');
}

/** @throws Problem `forbidden` when the actor may not change keys, members and settings */
export function mayAdminister(actor: Actor): void {
  if (actor.kind === 'key') throw new Problem('forbidden', 'An API key cannot do this.');
  if (actor.kind === 'member' && !canAdminister(actor.role)) {
    throw new Problem('forbidden', 'Only an owner can do this.');
  }
}
