import type { Outbox } from './outbox';
import type { ReceivedRequest, Receiver } from './receiver';

export interface WebhookText {
  /** One header per line. */
  readonly headers: string;
  readonly body: string;
}

export async function captureWebhook(box: Outbox, receiver: Receiver): Promise<WebhookText> {
  const before = receiver.requests.length;
  await box.announceNew(receiver.url('/hooks'));
  await box.dispatch();
  const request = receiver.requests[before];
  if (!request) throw new Error('no webhook has come');
  return webhookAsText(request);
}

export function webhookAsText({ headers, body }: ReceivedRequest): WebhookText {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return { headers: lines.join('\n'), body: body.toString() };
}
