import { Problem } from '@/lib/domain/problems';

export type Role = 'owner' | 'member' | 'viewer';

/** A person who is signed in, and the merchant they work for at this moment. */
export interface Actor {
  readonly userId: string;
  readonly merchantId: string;
  readonly role: Role;
  readonly sessionId: string;
}

/** Everybody of a merchant may look. */
export function mayRead(_actor: Actor): void {}

/** @throws Problem `forbidden` unless the person may change payments and deliveries */
export function mayChange(actor: Actor): void {
  if (actor.role === 'viewer') throw new Problem('forbidden', 'Viewers can look, not change.');
}
