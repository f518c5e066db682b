import type { Network } from './network';
import { Problem } from './problems';
import { canAdminister, canChange, canSeeWholeWallet, type Role } from './roles';

/** Who performs an action. Every use case takes an actor and checks the actor's permissions. */
export type Actor = KeyActor | Member | Operator;

/**
 * Software that calls the API with a key. It can act only on the payments and settings of that key.
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
  /** The webhook URL for payments of the key that have no webhook URL themselves. */
  readonly defaultWebhookUrl: string | null;
  /** The canonical descriptor of the key's wallet. */
  readonly descriptor: string;
  /** The template from which the addresses of the key's wallet are derived. */
  readonly template: string;
  /**
   * The IP ranges from which requests with the key are accepted. If empty, any address is accepted.
   */
  readonly allowedIps: readonly string[];
}

/** A signed-in user, acting for one of their merchants. They can act only on that merchant. */
export interface Member {
  readonly kind: 'member';
  readonly userId: string;
  readonly merchantId: string;
  readonly role: Role;
  readonly sessionId: string;
  /** When the session last used a factor; absent for an actor without a session. */
  readonly factorAt?: Date | undefined;
  /** The IP address of the request, for the audit log. */
  readonly ip?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The operator, who has a shell on the server and can act on everything. */
export interface Operator {
  readonly kind: 'operator';
}

export const OPERATOR: Operator = { kind: 'operator' };

/** Requires that the actor may change payments and deliveries. @throws Problem `forbidden` */
export function mayChange(actor: Actor): void {
  if (actor.kind === 'member' && !canChange(actor.role)) {
    throw new Problem('forbidden', 'Viewers cannot change anything.');
  }
}

/**
 * Requires that the actor may manage webhooks and the settings of a key.
 *
 * @throws Problem `forbidden` for a viewer; `management_not_allowed` for a key without this
 *   permission
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
 * Whether the actor may see a wallet's keys, from which all of its addresses can be derived.
 * Viewers see only the addresses of payments and the first addresses.
 */
export function maySeeWholeWallet(actor: Actor): boolean {
  return actor.kind !== 'member' || canSeeWholeWallet(actor.role);
}

/** How long a member needs no other factor after using one: ten minutes. */
const FACTOR_MS = 600_000;

/**
 * Whether a member has used a factor within ten minutes. An operator needs no factor, because a
 * shell on the server already gives full access.
 */
export function hasRecentFactor(actor: Actor, now: Date): boolean {
  if (actor.kind !== 'member') return actor.kind === 'operator';
  const { factorAt } = actor;
  return factorAt !== undefined && now.getTime() - factorAt.getTime() <= FACTOR_MS;
}

/**
 * Requires a recent factor. Call this before any action that a stolen session must not be able to
 * do, because it moves money, gives access, or removes a factor.
 *
 * @throws Problem `step_up_required`; `forbidden` for an API key, which has no factor
 */
export function requireRecentFactor(actor: Actor, now: Date): void {
  if (hasRecentFactor(actor, now)) return;
  if (actor.kind === 'key') throw new Problem('forbidden', 'An API key cannot do this.');
  throw new Problem('step_up_required', 'Confirm that it is you, then try again.');
}

/** Requires that the actor may change keys, members and settings. @throws Problem `forbidden` */
export function mayAdminister(actor: Actor): void {
  if (actor.kind === 'key') throw new Problem('forbidden', 'An API key cannot do this.');
  if (actor.kind === 'member' && !canAdminister(actor.role)) {
    throw new Problem('forbidden', 'Only an owner can do this.');
  }
}
