import type { Random } from '@/test/support/random';
import { type ReceivedRequest, type Reply, startReceiver } from '@/test/support/receiver';

export interface WebhookArrival {
  readonly eventId: string;
  readonly url: string;
  readonly request: ReceivedRequest;
  readonly taken: boolean;
}

/** An event goes to each URL at most once, so its id and the URL identify a delivery. */
export const deliveryKey = ({ eventId, url }: { readonly eventId: string; readonly url: string }) =>
  `${eventId} ${url}`;

export interface WebhookReceivers {
  readonly urls: readonly string[];
  /** The endpoint that gets the events of all payments. */
  readonly endpointUrl: string;
  readonly arrivals: readonly WebhookArrival[];
  readonly storeUrl: string;
  /** The webhooks at `storeUrl`. Their `eventId` is the id of the delivery. */
  readonly storeArrivals: readonly WebhookArrival[];
  /** From now on, the receivers accept every webhook. */
  calm(): void;
  close(): Promise<void>;
}

/** The probability with which each receiver rejects a webhook. */
const MOODS = [0, 0.15, 0.4, 0.15, 0.15];
const REFUSALS: readonly Reply[] = [
  'reset',
  'hang',
  { status: 500 },
  { status: 500, cut: true },
  { status: 503 },
];
/**
 * A receiver accepts a webhook after this many rejections. Otherwise the next attempt would be
 * minutes later.
 */
const MAX_REFUSALS = 2;

/**
 * Starts five receivers: three for the webhook_url of payments, one for the endpoint, and one for
 * the store. The first receiver rejects nothing.
 */
export async function startWebhookReceivers(random: Random): Promise<WebhookReceivers> {
  const receivers = await Promise.all(MOODS.map(() => startReceiver()));
  const urls = receivers.map((receiver) => receiver.url('/hooks'));
  const [endpointUrl = '', storeUrl = ''] = urls.splice(-2);
  const arrivals: WebhookArrival[] = [];
  const storeArrivals: WebhookArrival[] = [];
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
