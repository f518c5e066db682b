import type { Outbox } from './outbox';
import type { ReceivedRequest, Receiver } from './receiver';

export interface SentWebhook {
  /** One header per line. */
  readonly headers: string;
  readonly body: string;
}

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
