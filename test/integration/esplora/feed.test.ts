import { afterEach, describe, expect, it } from 'vitest';
import { AddressFeed } from '@/lib/chain/address-feed';
import { feedOf } from '@/lib/chain/esplora';
import type { Listening } from '@/lib/chain/source';
import { LONG_TIMEOUT_MS, openEsploraMerchant } from '@/test/support/esplora-merchant';
import { forFile } from '@/test/support/for-file';
import { seededRandom } from '@/test/support/random';
import { until } from '@/test/support/wait';

const DAY_S = 86_400;
/** Longer than the pause between two reads, shorter than that between look-ups of an address. */
const SOON_MS = 3_000;
const HISTORY = /^\/address\//;
const FAULTS = 1_000;

let listening: Listening | undefined;
const merchant = await forFile(openEsploraMerchant());
const feed = merchant.server.feed;
afterEach(async () => {
  listening?.close();
  await until('the connection is closed', () => feed.open === 0);
  feed.refuseWith(undefined);
  feed.maxTracked = 10;
  merchant.recover();
  merchant.passTime(LONG_TIMEOUT_MS);
  await merchant.settle();
});

const create = () => merchant.create({ requiredConfirmations: 1, expiresInSeconds: DAY_S });

interface Heard {
  moves: number;
}

async function listen(): Promise<Heard> {
  const heard: Heard = { moves: 0 };
  listening = merchant.source.pushes?.listen({
    onTransaction: (txid) => expect.fail(`it named ${txid}`),
    onMove: () => {
      heard.moves += 1;
    },
  });
  await until('the feed is open', () => heard.moves > 0);
  return heard;
}

/** Tells of a transaction of an address, and waits until it was heard. */
async function tellOf(heard: Heard, address: string): Promise<void> {
  const before = heard.moves;
  feed.tell({
    'multi-address-transactions': {
      [address]: { mempool: [{ txid: '1'.repeat(64) }], confirmed: [], removed: [] },
    },
  });
  await until('the news is heard', () => heard.moves > before);
}

describe('what an Esplora server tells of', () => {
  it('is looked up before its turn', async () => {
    const { id, address } = await create();
    const heard = await listen();
    await merchant.settle();
    await until('the address is tracked', () => feed.tracked().includes(address));
    await merchant.node.sendTo(address, 100_000);
    merchant.passTime(SOON_MS);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending' });
    await tellOf(heard, address);
    merchant.passTime(SOON_MS);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
  });

  it('is a new block, which is read before the tip is asked for again', async () => {
    const { id, address } = await create();
    await merchant.node.sendTo(address, 100_000);
    await merchant.settle();
    const heard = await listen();
    const before = heard.moves;
    await merchant.node.mine(1);
    merchant.passTime(SOON_MS);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'detected' });
    feed.tell({ block: { id: 'whatever it says', height: -1 } });
    await until('the news is heard', () => heard.moves > before);
    merchant.passTime(SOON_MS);
    await merchant.sync();
    expect(await merchant.payment(id)).toMatchObject({ status: 'confirmed' });
  });

  it('changes nothing when no transaction pays the address', async () => {
    const { id, address } = await create();
    const heard = await listen();
    await merchant.settle();
    await until('the address is tracked', () => feed.tracked().includes(address));
    await tellOf(heard, address);
    await merchant.settle();
    expect(await merchant.payment(id)).toMatchObject({ status: 'pending', received_sats: 0 });
  });

  it('is not heard about addresses that were not asked for', async () => {
    const { address } = await create();
    const heard = await listen();
    await merchant.settle();
    await until('the address is tracked', () => feed.tracked().includes(address));
    const before = heard.moves;
    feed.tell({ 'multi-address-transactions': { bcrt1qsomebodyelse: { mempool: [{}] } } });
    await tellOf(heard, address);
    expect(heard.moves).toBe(before + 1);
  });

  it('uses at most every second look-up, however much it tells', async () => {
    const payments = await Promise.all(Array.from({ length: 8 }, create));
    const heard = await listen();
    await merchant.settle();
    const told = payments.slice(0, 4);
    await until('the addresses are tracked', () => feed.tracked().length >= payments.length);
    for (const { address } of told) await tellOf(heard, address);
    merchant.passTime(8_000);
    merchant.server.requests.length = 0;
    await merchant.sync();
    const asked = merchant.server.requests.filter((path) => HISTORY.test(path)).slice(0, 4);
    const ofTold = asked.filter((path) => told.some(({ address }) => path.includes(address)));
    expect(asked).toHaveLength(4);
    expect(ofTold.length).toBeLessThanOrEqual(2);
  });
});

describe('the addresses that a server is asked to track', () => {
  it('are as many as it allows, the newest payments first', async () => {
    feed.maxTracked = 2;
    const payments = [];
    for (let n = 0; n < 4; n++) {
      payments.push(await create());
      merchant.passTime(1_000);
    }
    await listen();
    await merchant.settle();
    const newest = payments.slice(-2).map(({ address }) => address);
    await until('two addresses are tracked', () => feed.tracked().length === 2);
    expect(feed.tracked().sort()).toEqual(newest.sort());
  });

  it('are told again after the connection was lost', async () => {
    const { address } = await create();
    const heard = await listen();
    await merchant.settle();
    await until('the address is tracked', () => feed.tracked().includes(address));
    const before = heard.moves;
    feed.drop();
    await until('a full read is due', () => heard.moves > before);
    await until('the address is tracked', () => feed.tracked().includes(address));
  });
});

describe('a feed', () => {
  const options = { handshakeMs: 200, pingEveryMs: 200, firstWaitMs: 1, longestWaitMs: 2 };

  it('is asked for once at a server that has none, and again at one that fails', async () => {
    const news = { onOpen() {}, onBlock() {}, onAddress() {} };
    const listenAs = (user: string) => {
      const url = feedOf(merchant.server.url);
      url.username = user;
      return new AddressFeed(url, options).listen(news);
    };
    const asksOf = (user: string) => feed.asked.filter((one) => one === user).length;
    feed.refuseWith(404);
    listening = listenAs('without');
    await until('it was asked for', () => asksOf('without') === 1);
    feed.refuseWith(503);
    const failing = listenAs('failing');
    await until('the other is asked for again', () => asksOf('failing') > 20);
    failing.close();
    expect(asksOf('without')).toBe(1);
  });

  it(`opens again after each of ${FAULTS} faults, and then tells of everything`, async () => {
    const seed = String(Date.now());
    const random = seededRandom(seed);
    const told = { open: 0, block: 0, address: 0 };
    const socket = new AddressFeed(feedOf(merchant.server.url), options);
    socket.track(['bcrt1qours']);
    listening = socket.listen({
      onOpen() {
        told.open += 1;
      },
      onBlock() {
        told.block += 1;
      },
      onAddress() {
        told.address += 1;
      },
    });
    const faults: readonly (() => void)[] = [
      () => feed.drop(),
      () => feed.tell('{"block": '),
      () => feed.tell(Buffer.from(random.bytes(random.int(1, 2_000)))),
      () => feed.tell('[]'),
      () => feed.tell({ 'track-addresses-error': 'a maximum of 999999999999999 addresses' }),
      () => feed.tell({ 'multi-address-transactions': { bcrt1qours: null, other: [] } }),
      () => feed.tell({ 'multi-address-transactions': 'bcrt1qours' }),
      () => feed.corrupt(Buffer.from(random.bytes(random.int(1, 200)))),
      () => feed.corrupt(Buffer.from('827fffffffffffffffff', 'hex')),
      () => feed.corrupt(Buffer.from('8b00', 'hex')),
      () => feed.tell(Buffer.alloc(random.chance(0.05) ? 9_000_000 : 10, 0x20)),
    ];
    for (let n = 0; n < FAULTS; n++) {
      await until(`the feed is open before fault ${n} of seed ${seed}`, () => feed.open === 1);
      random.pick(faults)();
      if (random.chance(0.5)) continue;
      const asked = feed.asked.length;
      const opened = told.open;
      const isRefused = random.chance(0.1);
      if (isRefused) feed.refuseWith(random.pick([500, 'garbage', 'silence'] as const));
      feed.drop();
      if (isRefused) await until('it is refused', () => feed.asked.length > asked);
      feed.refuseWith(undefined);
      await until(`it opens again after fault ${n} of seed ${seed}`, () => told.open > opened);
    }
    feed.drop();
    const before = { ...told };
    await until('it is open again', () => told.open > before.open && feed.open === 1);
    await until('the address is tracked', () => feed.tracked().includes('bcrt1qours'));
    feed.tell({ block: { id: 'x' }, 'multi-address-transactions': { bcrt1qours: {} } });
    await until('everything is told', () => told.block > before.block && told.address > 0);
  });
});
