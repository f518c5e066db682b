import { expect, test } from 'vitest';
import { listAuditEntries } from '@/lib/audit/list-audit-entries';
import { addChannel } from '@/lib/channels/add-channel';
import { chooseChannelTopics, removeChannel } from '@/lib/channels/change-channel';
import { listChannels } from '@/lib/channels/list-channels';
import { testChannel } from '@/lib/channels/test-channel';
import { MAX_CHANNELS } from '@/lib/domain/channel';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import { createTestActor } from '@/test/support/actor';
import { openChannelOutbox } from '@/test/support/channel-outbox';
import { dumpOf } from '@/test/support/database-dump';
import { testVault } from '@/test/support/factories';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner } from '@/test/support/users';

const box = await openForTestFile(openChannelOutbox());
const { db } = box.base;

const TOKEN = `987654321:${'Qw-3'.repeat(9)}`;
const SLACK = 'https://hooks.slack.com/services/T01/B02/hushhushhush';

test('a channel’s service is recognized from the URL or token, and the target is stored encrypted', async () => {
  const owner = await createTestOwner(db);
  const pasted = [
    { url: 'https://ntfy.sh/hush-topic', token: 'tk_hushhushhush' },
    { url: SLACK },
    { url: 'https://discord.com/api/webhooks/12/hushhushhush' },
    { url: TOKEN, chat: '@orders' },
    { url: `https://api.telegram.org/${`bot${TOKEN}`}/sendMessage?chat_id=-100777` },
    { url: 'https://bridge.example/webhook/hushhush-hush-hush-hush-hushhushhush' },
    { url: 'https://push.shop.example/hush-topic', kind: 'ntfy' as const },
  ];
  for (const one of pasted) await box.add(one, owner);
  expect((await listChannels(db, owner)).map(({ kind, host }) => [kind, host])).toEqual([
    ['ntfy', 'ntfy.sh'],
    ['slack', 'hooks.slack.com'],
    ['discord', 'discord.com'],
    ['telegram', 'api.telegram.org'],
    ['telegram', 'api.telegram.org'],
    ['matrix', 'bridge.example'],
    ['ntfy', 'push.shop.example'],
  ]);
  const dump = await dumpOf(box.base);
  expect(dump).toContain('hooks.slack.com');
  expect(dump).not.toMatch(/hush/);
  expect(dump).not.toContain(TOKEN);
  expect(dump).not.toContain('100777');
});

test('the error for an invalid URL, token or chat of a channel points to the invalid field', async () => {
  const refused = async (given: Parameters<typeof box.add>[0]) =>
    box.add(given).then(
      () => undefined,
      ({ errors }: { errors: readonly { pointer: string }[] }) => errors[0]?.pointer,
    );
  expect(await refused({ url: 'https://chat.example/hooks/abc' })).toBe('/kind');
  expect(await refused({ url: SLACK, kind: 'discord' })).toBe('/kind');
  expect(await refused({ url: 'no url', kind: 'slack' })).toBe('/url');
  expect(await refused({ url: 'https://ntfy.sh/' })).toBe('/url');
  expect(await refused({ url: 'https://discord.com/channels/1/2' })).toBe('/url');
  expect(await refused({ url: 'https://example.com/', kind: 'telegram' })).toBe('/url');
  expect(await refused({ url: TOKEN })).toBe('/chat');
  expect(await refused({ url: TOKEN, chat: 'orders' })).toBe('/chat');
  expect(await refused({ url: SLACK, name: `My ${SLACK}` })).toBe('/name');
});

test('a channel with a URL in the private network is refused', async () => {
  const owner = await createTestOwner(db);
  const check = (url: string) => checkWebhookTarget(url, { allowPrivate: false });
  const given = { name: 'Inside', kind: 'ntfy' as const, topics: [] };
  for (const url of ['http://10.0.0.7/topic', 'http://[::1]/topic', 'http://ntfy.internal/topic']) {
    await expect(
      addChannel(db, testVault, owner, { ...given, url }, box.clock(), check),
    ).rejects.toMatchObject({
      code: 'webhook_url_rejected',
      errors: [expect.objectContaining({ pointer: '/url' })],
    });
  }
});

test('only owners can change a merchant’s channels, and adding one requires a recent confirmation of identity', async () => {
  const owner = await createTestOwner(db);
  const id = await box.add({ url: SLACK }, owner);
  const now = box.clock();
  const changes = [
    (actor: typeof owner) => chooseChannelTopics(db, actor, id, [], now),
    (actor: typeof owner) => testChannel(db, box.deps, actor, id, now),
    (actor: typeof owner) => removeChannel(db, actor, id, now),
  ];
  for (const role of ['member', 'viewer'] as const) {
    const actor = await createTestActor(db, owner.merchantId, role);
    for (const change of [...changes, (by: typeof owner) => box.add({ url: SLACK }, by)])
      await expect(change(actor)).rejects.toMatchObject({ code: 'forbidden' });
  }
  for (const change of changes)
    await expect(change(box.owner)).rejects.toMatchObject({ code: 'not_found' });
  const { factorAt: _factorAt, ...stale } = owner;
  const given = { name: 'Orders', url: SLACK, topics: [] };
  await expect(addChannel(db, testVault, stale, given, now, async () => {})).rejects.toMatchObject({
    code: 'step_up_required',
  });
});

test('a merchant has a limited number of channels', async () => {
  const owner = await createTestOwner(db);
  for (let n = 0; n < MAX_CHANNELS; n += 1) await box.add({ url: SLACK }, owner);
  await expect(box.add({ url: SLACK }, owner)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('the audit log shows who added, changed and removed a channel, but not the channel’s URL', async () => {
  const owner = await createTestOwner(db);
  const id = await box.add({ url: SLACK }, owner);
  await chooseChannelTopics(db, owner, id, ['refunds'], box.clock());
  await removeChannel(db, owner, id, box.clock());
  const { entries } = await listAuditEntries(db, owner, { limit: 10 });
  expect(entries.map(({ action, userId }) => [action, userId]).sort()).toEqual([
    ['channel.add', owner.userId],
    ['channel.remove', owner.userId],
    ['channel.update', owner.userId],
  ]);
  const added = entries.find(({ action }) => action === 'channel.add');
  expect(added?.data).toEqual({ name: 'Orders', kind: 'slack', host: 'hooks.slack.com' });
});
