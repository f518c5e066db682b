import type { CheckRequest } from '@/lib/webhooks/check/check-request';
import type { Outbox } from './outbox';
import type { ReceivedRequest, Receiver } from './receiver';

/** A received webhook, and the forms in which people paste it. */
export interface SentWebhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A real webhook of a new payment, as received. */
export async function sentWebhook(box: Outbox, receiver: Receiver): Promise<SentWebhook> {
  const before = receiver.requests.length;
  await box.announceNew(receiver.url('/hooks'));
  await box.dispatch();
  const request = receiver.requests[before];
  if (!request) throw new Error('no webhook has come');
  return asSent(request);
}

function asSent({ headers, headerNames, body }: ReceivedRequest): SentWebhook {
  return {
    headers: Object.fromEntries(
      headerNames.map((name) => [name, headers[name.toLowerCase()] ?? '']),
    ),
    body: body.toString(),
  };
}

/** Its pasted form: header lines, an empty line, the body. */
export function pasted({ headers, body }: SentWebhook): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `POST /hooks HTTP/1.1\n${lines.join('\n')}\n\n${body}`;
}

/** A copy with some headers changed; undefined removes one. */
export function withHeaders(
  sent: SentWebhook,
  altered: Readonly<Record<string, string | undefined>>,
): SentWebhook {
  const all = Object.entries({ ...sent.headers, ...altered });
  const headers = Object.fromEntries(
    all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  return { ...sent, headers };
}

export function onlyHeaders(sent: SentWebhook, names: readonly string[]): SentWebhook {
  const kept = Object.entries(sent.headers).filter(([name]) => names.includes(name));
  return { ...sent, headers: Object.fromEntries(kept) };
}

/** A request to check it with a key of the merchant. */
export function askedWith(apiKeyId: string, sent: SentWebhook): CheckRequest {
  return { text: pasted(sent), signedWith: { apiKeyId } };
}
