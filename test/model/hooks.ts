import { type ReceivedRequest, startReceiver } from '../support/receiver';
import { REPLIES, type ReplyName } from './replies';

export interface ReceivedHookRequest extends ReceivedRequest {
  readonly url: string;
  readonly reply: ReplyName;
}

/** The merchant's receivers: two hosts on real sockets. A test sets the reply of each URL. */
export interface HookReceivers {
  /** Three paths on one host, and one on another. */
  readonly urls: readonly string[];
  readonly replies: Map<string, ReplyName>;
  /** Returns the requests since the last call, in the order of arrival. */
  take(): ReceivedHookRequest[];
  /** The maximum number of parallel requests to one host, and for one payment and URL. */
  readonly most: { toHost: number; ofPayment: number };
  /** Resets the replies of all URLs to 204, and removes all recorded requests. */
  begin(): void;
  close(): Promise<void>;
}

const PATHS = [['/a', '/b', '/c'], ['/a']];

export async function openHookReceivers(): Promise<HookReceivers> {
  const replies = new Map<string, ReplyName>();
  const most = { toHost: 0, ofPayment: 0 };
  let received: ReceivedHookRequest[] = [];
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
      // Wait for further parallel requests, so that `most` counts them.
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
