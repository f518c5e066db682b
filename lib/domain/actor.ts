import type { Network } from './network';
import { Problem } from './problems';
import { canAdminister, canMakeChanges, canSeeWholeWallet, type Role } from './roles';

export type Actor = ApiKeyActor | Member | Operator;

export interface ApiKeyActor {
  readonly kind: 'key';
  readonly apiKeyId: string;
  readonly name: string;
  readonly merchantId: string;
  readonly walletId: string;
  readonly network: Network;
  readonly allowCustomAddresses: boolean;
  /** Whether the key may manage webhooks, and change its own event types and embedding sites. */
  readonly allowManagement: boolean;
  /** The webhook URL for the key's payments that have none of their own. */
  readonly defaultWebhookUrl: string | null;
  readonly descriptor: string;
  readonly template: string;
  /** The IP ranges from which the key is accepted; empty for any address. */
  readonly allowedIps: readonly string[];
}

export interface Member {
  readonly kind: 'member';
  readonly userId: string;
  readonly merchantId: string;
  readonly role: Role;
  readonly sessionId: string;
  /** When the session last used a factor; absent for an actor without a session. */
  readonly factorAt?: Date | undefined;
  readonly ip?: string | undefined;
  readonly requestId?: string | undefined;
}

export interface Operator {
  readonly kind: 'operator';
}

export const OPERATOR: Operator = { kind: 'operator' };

/** Refuses viewers. @throws Problem `forbidden` */
export function assertMayChange(actor: Actor): void {
  if (actor.kind === 'member' && !canMakeChanges(actor.role)) {
    throw new Problem('forbidden', 'Viewers cannot change anything.');
  }
}

/**
 * @throws Problem `forbidden` for a viewer; `management_not_allowed` for an API key that may not
 *   manage webhooks
 */
export function assertMayManageWebhooks(actor: Actor): void {
  assertMayChange(actor);
  if (actor.kind !== 'key' || actor.allowManagement) return;
  throw new Problem(
    'management_not_allowed',
    "This API key may not manage webhooks and its settings. An owner can allow it on the key's page in the dashboard.",
  );
}

export function maySeeWholeWallet(actor: Actor): boolean {
  return actor.kind !== 'member' || canSeeWholeWallet(actor.role);
}

/** For ten minutes after entering a factor, a member can make sensitive changes. */
const FACTOR_MS = 600_000;

/**
 * Whether a member has used a factor within ten minutes. An operator needs none, because a shell on
 * the server already gives full access.
 */
export function hasRecentFactor(actor: Actor, now: Date): boolean {
  if (actor.kind !== 'member') return actor.kind === 'operator';
  const { factorAt } = actor;
  return factorAt !== undefined && now.getTime() - factorAt.getTime() <= FACTOR_MS;
}

/**
 * Requires a recent factor. Call this before any action that must not be possible with a stolen
 * session, because it moves money, gives access, or removes a factor.
 *
 * @throws Problem `step_up_required`; `forbidden` for an API key, which has no factor
 */
export function requireRecentFactor(actor: Actor, now: Date): void {
  if (hasRecentFactor(actor, now)) return;
  if (actor.kind === 'key') throw new Problem('forbidden', 'An API key cannot do this.');
  throw new Problem('step_up_required', 'Confirm that it is you, then try again.');
}

/** Requires an owner or the operator. @throws Problem `forbidden` */
export function assertMayAdminister(actor: Actor): void {
  if (actor.kind === 'key') throw new Problem('forbidden', 'An API key cannot do this.');
  if (actor.kind === 'member' && !canAdminister(actor.role)) {
    throw new Problem('forbidden', 'Only an owner can do this.');
  }
}
