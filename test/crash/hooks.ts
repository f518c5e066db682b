import type { Random } from '@/test/support/random';
import { type ReceivedRequest, type Reply, startReceiver } from '@/test/support/receiver';

/** A received webhook, and whether the response was 2xx. */
export interface Arrival {
  readonly eventId: string;
  readonly url: string;
  readonly request: ReceivedRequest;
  readonly taken: boolean;
}

/** An event goes to each URL at most once, so that both identify a delivery. */
export const deliveryKey = ({ eventId, url }: { readonly eventId: string; readonly url: string }) =>
  `${eventId} ${url}`;

export interface Hooks {
  /** The URLs for payments. */
  readonly urls: readonly string[];
  /** The URL of an added endpoint, which gets the events of all payments. */
  readonly endpointUrl: string;
  readonly arrivals: readonly Arrival[];
  /** The URL of the webhook of a store of BTCPay's API. */
  readonly storeUrl: string;
  /** What came there, by the ids of deliveries. */
  readonly storeArrivals: readonly Arrival[];
  /** Accepts every webhook from now on. */
  calm(): void;
  close(): Promise<void>;
}

/** How often each receiver rejects an event that it has not rejected before. */
const MOODS = [0, 0.15, 0.4, 0.15, 0.15];
const REFUSALS: readonly Reply[] = [
  'reset',
  'hang',
  { status: 500 },
  { status: 500, cut: true },
  { status: 503 },
];
/** Rejections per event: more would delay its next attempt by minutes. */
const MAX_REFUSALS = 2;

/**
 * The merchant's receivers: the first works, the second fails at times, the third often; then the
 * added endpoint's, and the store's.
 */
export async function startHooks(random: Random): Promise<Hooks> {
  const receivers = await Promise.all(MOODS.map(() => startReceiver()));
  const urls = receivers.map((receiver) => receiver.url('/hooks'));
  const [endpointUrl = '', storeUrl = ''] = urls.splice(-2);
  const arrivals: Arrival[] = [];
  const storeArrivals: Arrival[] = [];
  const refused = new Map<string, number>();
  let calm = false;

  const replyTo = (request: ReceivedRequest, url: string, mood: number): Reply => {
    const isStore = url === storeUrl;
    const { deliveryId } = isStore ? JSON.parse(request.body.toString()) : {};
    const eventId = deliveryId ?? request.headers['x-service-event-id'] ?? '';
    const key = deliveryKey({ eventId, url });
    const times = refused.get(key) ?? 0;
    const taken = calm || times >= MAX_REFUSALS || !random.chance(mood);
    (isStore ? storeArrivals : arrivals).push({ eventId, url, request, taken });
    if (taken) return { status: 204 };
    refused.set(key, times + 1);
    return random.pick(REFUSALS);
  };
  for (const [index, receiver] of receivers.entries()) {
    const url = receiver.url('/hooks');
    receiver.respond((request) => replyTo(request, url, MOODS[index] ?? 0));
  }
  return {
    urls,
    endpointUrl,
    arrivals,
    storeUrl,
    storeArrivals,
    calm: () => {
      calm = true;
    },
    close: async () => {
      await Promise.all(receivers.map((receiver) => receiver.close()));
    },
  };
}
