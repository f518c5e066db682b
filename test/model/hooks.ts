import { type ReceivedRequest, startReceiver } from '../support/receiver';
import { REPLIES, type ReplyName } from './replies';

/** A request to a receiver, and its response. */
export interface Received extends ReceivedRequest {
  readonly url: string;
  readonly reply: ReplyName;
}

/**
 * The merchant's receivers: two hosts on real sockets, with a configured response for each path.
 */
export interface Hooks {
  /** Three paths on one host, and one on another. */
  readonly urls: readonly string[];
  readonly replies: Map<string, ReplyName>;
  /** The requests since the last call, in order of arrival. */
  take(): Received[];
  /** The maximum of parallel requests, per host, and per payment and URL. */
  readonly most: { toHost: number; ofPayment: number };
  /** Replies 204 everywhere again, and forgets all requests. */
  begin(): void;
  close(): Promise<void>;
}

const PATHS = [['/a', '/b', '/c'], ['/a']];

export async function openHooks(): Promise<Hooks> {
  const replies = new Map<string, ReplyName>();
  const most = { toHost: 0, ofPayment: 0 };
  let received: Received[] = [];
  const receivers = await Promise.all(PATHS.map(() => startReceiver()));
  for (const receiver of receivers) {
    const underWay: string[] = [];
    receiver.respond(async (request) => {
      const url = receiver.url(request.path);
      const reply = replies.get(url) ?? 'missing';
      received.push({ ...request, url, reply });
      const payment = `${paymentOf(request)} ${url}`;
      underWay.push(payment);
      most.toHost = Math.max(most.toHost, underWay.length);
      most.ofPayment = Math.max(most.ofPayment, underWay.filter((one) => one === payment).length);
      // Gives a sender of too many parallel requests the time to send them.
      await new Promise(setImmediate);
      underWay.splice(underWay.indexOf(payment), 1);
      return REPLIES[reply].reply;
    });
  }
  const urls = receivers.flatMap((receiver, n) =>
    (PATHS[n] ?? []).map((path) => receiver.url(path)),
  );
  return {
    urls,
    replies,
    most,
    take: () => {
      const taken = received;
      received = [];
      return taken;
    },
    begin: () => {
      for (const url of urls) replies.set(url, 'empty');
      Object.assign(most, { toHost: 0, ofPayment: 0 });
      received = [];
    },
    close: async () => {
      await Promise.all(receivers.map((receiver) => receiver.close()));
    },
  };
}

function paymentOf({ body }: ReceivedRequest): string {
  return JSON.parse(body.toString('utf8')).data.payment_id;
}
