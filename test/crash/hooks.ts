import type { Random } from '@/test/support/random';
import { type ReceivedRequest, type Reply, startReceiver } from '@/test/support/receiver';

/** A received webhook, and whether the response was 2xx. */
export interface Arrival {
  readonly eventId: string;
  readonly request: ReceivedRequest;
  readonly taken: boolean;
}

export interface Hooks {
  readonly urls: readonly string[];
  readonly arrivals: readonly Arrival[];
  /** Accepts every webhook from now on. */
  calm(): void;
  close(): Promise<void>;
}

/** How often each receiver rejects an event that it has not rejected before. */
const MOODS = [0, 0.15, 0.4];
const REFUSALS: readonly Reply[] = [
  'reset',
  'hang',
  { status: 500 },
  { status: 500, cut: true },
  { status: 503 },
];
/** Rejections per event: more would delay its next attempt by minutes. */
const MAX_REFUSALS = 2;

/** The merchant's receivers: one that works, one that fails at times, one that fails often. */
export async function startHooks(random: Random): Promise<Hooks> {
  const receivers = await Promise.all(MOODS.map(() => startReceiver()));
  const arrivals: Arrival[] = [];
  const refused = new Map<string, number>();
  let calm = false;

  const replyTo = (request: ReceivedRequest, mood: number): Reply => {
    const eventId = request.headers['x-service-event-id'] ?? '';
    const times = refused.get(eventId) ?? 0;
    const taken = calm || times >= MAX_REFUSALS || !random.chance(mood);
    arrivals.push({ eventId, request, taken });
    if (taken) return { status: 204 };
    refused.set(eventId, times + 1);
    return random.pick(REFUSALS);
  };
  for (const [index, receiver] of receivers.entries()) {
    receiver.respond((request) => replyTo(request, MOODS[index] ?? 0));
  }
  return {
    urls: receivers.map((receiver) => receiver.url('/hooks')),
    arrivals,
    calm: () => {
      calm = true;
    },
    close: async () => {
      await Promise.all(receivers.map((receiver) => receiver.close()));
    },
  };
}
