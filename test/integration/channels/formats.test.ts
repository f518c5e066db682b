import { expect, test } from 'vitest';
import { testChannel } from '@/lib/channels/test-channel';
import type { ChannelKind } from '@/lib/domain/channel';
import { openChannelOutbox } from '@/test/support/channel-outbox';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { type Reply, startReceiver } from '@/test/support/receiver';

const box = await openForTestFile(openChannelOutbox());
const receiver = await openForTestFile(startReceiver());

const TOKEN = `123456789:${'AbC-'.repeat(9)}`;
const LINK = { text: 'Open the payment', path: '/dashboard/payments/pay_1' };
const URL_OF_LINK = 'https://pay.example/dashboard/payments/pay_1';
const TITLE = 'Test shop: Too little for *order* <@1> & “ü”';
const NOTICE = {
  subject: 'Too little for *order* <@1> & “ü”',
  body: 'Got <7> & wants 9.',
  link: LINK,
};

const SERVICES: readonly {
  readonly kind: ChannelKind;
  readonly url: string;
  readonly more?: { readonly token?: string; readonly chat?: string };
  readonly accepts: Reply;
  readonly path: string;
  readonly authorization?: string;
  readonly body: object;
  readonly refusals: readonly (readonly [Reply, RegExp])[];
}[] = [
  {
    kind: 'ntfy',
    url: '/shop_Alerts-1/',
    more: { token: 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2' },
    accepts: json(200, { id: 'x', event: 'message', topic: 'shop_Alerts-1' }),
    path: '/',
    authorization: 'Bearer tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2',
    body: {
      topic: 'shop_Alerts-1',
      title: TITLE,
      message: `Got <7> & wants 9.\n${URL_OF_LINK}`,
      click: URL_OF_LINK,
    },
    refusals: [
      [json(401, { code: 40101, http: 401, error: 'unauthorized' }), /access token/],
      [json(403, { code: 40301, http: 403, error: 'forbidden' }), /access token/],
      [json(404, { code: 40401, http: 404, error: 'page not found' }), /no ntfy server/],
    ],
  },
  {
    kind: 'slack',
    url: '/services/T000/B000/XXXX',
    accepts: { status: 200, body: 'ok' },
    path: '/services/T000/B000/XXXX',
    body: {
      text: `*Test shop: Too little for *order* &lt;@1&gt; &amp; “ü”*\nGot &lt;7&gt; &amp; wants 9.\n<${URL_OF_LINK}>`,
      unfurl_links: false,
      unfurl_media: false,
    },
    refusals: [
      [{ status: 403, body: 'action_prohibited' }, /does not allow/],
      [{ status: 404, body: 'no_service' }, /^Slack no longer knows this webhook\. Make a new one/],
      [{ status: 410, body: 'channel_is_archived' }, /archived/],
    ],
  },
  {
    kind: 'discord',
    url: '/api/webhooks/1/abc-def',
    accepts: { status: 204 },
    path: '/api/webhooks/1/abc-def',
    body: {
      content: `**Test shop: Too little for \\*order\\* \\<@1\\> & “ü”**\nGot \\<7\\> & wants 9.\n<${URL_OF_LINK}>`,
      allowed_mentions: { parse: [] },
    },
    refusals: [
      [json(401, { message: 'Invalid Webhook Token', code: 50027 }), /no longer knows/],
      [json(404, { message: 'Unknown Webhook', code: 10015 }), /no longer knows/],
    ],
  },
  {
    kind: 'telegram',
    url: `/bot${TOKEN}/sendMessage`,
    more: { chat: '-1001234567890' },
    accepts: json(200, { ok: true, result: { message_id: 1 } }),
    path: `/bot${TOKEN}/sendMessage`,
    body: {
      chat_id: '-1001234567890',
      text: `${TITLE}\nGot <7> & wants 9.\n${URL_OF_LINK}`,
      link_preview_options: { is_disabled: true },
    },
    refusals: [
      [telegram(400, 'Bad Request: chat not found'), /does not know this chat/],
      [telegram(401, 'Unauthorized'), /does not know this bot/],
      [telegram(403, 'Forbidden: bot was kicked from the group chat'), /blocked or removed/],
      [telegram(404, 'Not Found'), /does not know this bot/],
    ],
  },
  {
    kind: 'matrix',
    url: '/webhook/1ed5e7d2-0c7e-4a4e-8cf0-1a2b3c4d5e6f',
    accepts: json(202, { ok: true }),
    path: '/webhook/1ed5e7d2-0c7e-4a4e-8cf0-1a2b3c4d5e6f',
    body: {
      text: `${TITLE}\nGot <7> & wants 9.\n${URL_OF_LINK}`,
      html: `<strong>Test shop: Too little for *order* &lt;@1&gt; &amp; “ü”</strong><br>Got &lt;7&gt; &amp; wants 9.<br><a href="${URL_OF_LINK}">${URL_OF_LINK}</a>`,
    },
    refusals: [[json(404, { ok: false, error: 'Webhook not found' }), /no longer knows/]],
  },
];

function json(status: number, body: object): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function telegram(status: number, description: string): Reply {
  return json(status, { ok: false, error_code: status, description });
}

for (const { kind, url, more, accepts, path, authorization, body, refusals } of SERVICES) {
  test(`a notification to ${kind} has the documented format`, async () => {
    receiver.respond(accepts);
    const before = receiver.requests.length;
    const id = await box.add({ kind, url: receiver.url(url), ...more });
    await box.tell({ fact: kind, ...NOTICE });
    await box.send();
    const [request] = receiver.requests.slice(before).filter((one) => one.path === path);
    expect(request?.method).toBe('POST');
    expect(request?.headers['content-type']).toBe('application/json');
    expect(request?.headers.authorization).toBe(authorization);
    const sent = receiver.requests.slice(before).map((one) => JSON.parse(String(one.body)));
    expect(sent).toContainEqual(body);
    expect(await box.channel(id)).toMatchObject({ lastSentAt: box.clock(), lastError: null });
  });

  test(`if ${kind} refuses an invalid URL or token, the error explains the cause in words`, async () => {
    const id = await box.add({ kind, url: receiver.url(url), ...more });
    for (const [reply, words] of refusals) {
      receiver.respond(reply);
      const error = await testChannel(box.base.db, box.deps, box.owner, id, box.clock());
      expect(error).toMatch(words);
      expect(await box.channel(id)).toMatchObject({ lastError: error, lastErrorAt: box.clock() });
    }
    receiver.respond(accepts);
    expect(await testChannel(box.base.db, box.deps, box.owner, id, box.clock())).toBeNull();
    expect(await box.channel(id)).toMatchObject({ lastError: null, lastSentAt: box.clock() });
  });
}
