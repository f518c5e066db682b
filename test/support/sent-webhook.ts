import type { Outbox } from './outbox';
import type { ReceivedRequest, Receiver } from './receiver';

/** A received webhook as text, which a person could paste into a form. */
export interface SentWebhook {
  /** The headers, one per line. */
  readonly headers: string;
  readonly body: string;
}

/** Sends a webhook about a new payment to the receiver, and returns the webhook as it arrived. */
export async function sentWebhook(box: Outbox, receiver: Receiver): Promise<SentWebhook> {
  const before = receiver.requests.length;
  await box.announceNew(receiver.url('/hooks'));
  await box.dispatch();
  const request = receiver.requests[before];
  if (!request) throw new Error('no webhook has come');
  return asPasted(request);
}

export function asPasted({ headers, body }: ReceivedRequest): SentWebhook {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return { headers: lines.join('\n'), body: body.toString() };
}
