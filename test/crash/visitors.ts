import { setTimeout as sleep } from 'node:timers/promises';
import type { LinkResponse } from '@/lib/http/links/link-response';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import type { Random } from '@/test/support/random';
import { Browser } from './browser';
import type { ShopBackend } from './client';
import type {
  AcknowledgedPayment,
  ClientResponses,
  KnownLink,
  SubmittedForm,
} from './client-responses';
import type { SendUntilFinal } from './exchange';
import type { Findings } from './findings';

const ASKS = ['sats', 'free', 'price'] as const;
/**
 * Most clicks go to this many of the newest links, so that concurrent clicks compete for a link's
 * last payments.
 */
const NEWEST = 4;
const MAX_STRANGERS = 3;

/** Creates payment links until `signal` aborts, with the three kinds of amounts in turn. */
export async function createLinksUntilAborted(
  client: ShopBackend,
  random: Random,
  signal: AbortSignal,
  {
    notebook,
    hookUrls,
  }: { readonly notebook: ClientResponses; readonly hookUrls: readonly string[] },
): Promise<void> {
  for (let n = 0; !signal.aborted; n += 1) {
    const asks = ASKS[n % ASKS.length] ?? 'sats';
    notebook.links.push(await client.makeLink(termsOf(`link-${n}`, asks, random, hookUrls)));
    if (n + 1 < ASKS.length) continue;
    await sleep(random.int(2_000, 8_000), undefined, { signal }).catch(() => {});
  }
}

function termsOf(
  name: string,
  asks: (typeof ASKS)[number],
  random: Random,
  hookUrls: readonly string[],
) {
  const amounts = {
    sats: { amount_sats: random.int(10_000, 200_000) },
    free: { free_amount: { currency: 'EUR', minimum: '5', maximum: '100' } },
    price: { price: { amount: euros(random), currency: 'EUR' } },
  };
  const limited = asks === 'sats' || random.chance(0.5);
  return {
    title: `Link ${name}`,
    ...amounts[asks],
    ...(limited ? { max_payments: random.int(1, 4) } : {}),
    ...(asks === 'price' ? {} : { payer_note: { label: 'Your name' } }),
    underpayment_tolerance_ppm: random.pick([0, 10_000]),
    required_confirmations: random.int(1, 6),
    expires_in: random.pick([300, 3_600]),
    reference: name,
    metadata: { link: name },
    webhook_url: random.pick(hookUrls),
  };
}

const euros = (random: Random) => (random.int(500, 10_000) / 100).toFixed(2);

/**
 * Clicks on links as one visitor until `signal` aborts. Sometimes other visitors click on the same
 * link at the same moment.
 */
export async function clickLinksUntilAborted(
  exchange: SendUntilFinal,
  random: Random,
  signal: AbortSignal,
  load: {
    readonly name: string;
    readonly client: ShopBackend;
    readonly notebook: ClientResponses;
    readonly findings: Findings;
    readonly onAcknowledged: (acknowledged: AcknowledgedPayment) => void;
  },
): Promise<void> {
  const own = new Browser(exchange);
  for (let n = 0; !signal.aborted; n += 1) {
    await sleep(random.int(200, 1_500), undefined, { signal }).catch(() => {});
    const { links } = load.notebook;
    const newest = links.slice(-NEWEST);
    if (newest.length === 0) continue;
    const known = random.pick(random.chance(0.7) ? newest : links);
    const strangers = random.chance(0.2) ? random.int(1, MAX_STRANGERS) : 0;
    const browsers = [own, ...Array.from({ length: strangers }, () => new Browser(exchange))];
    await Promise.all(
      browsers.map((browser, at) => visit(browser, known, `${load.name}-${n}-${at}`)),
    );
  }

  async function visit(browser: Browser, known: KnownLink, name: string): Promise<void> {
    const { link } = known;
    const amount = link.free_amount && euros(random);
    const note = link.payer_note && (random.chance(0.3) ? load.name : name);
    const [twice, later] = [random.chance(0.2), random.chance(0.1)];
    const token = await browser.open(known);
    if (token === undefined) return;
    const form = { linkId: link.id, token, amount, note };
    const send = async () => {
      const click = await browser.send(link, form);
      load.notebook.clicks.push(click);
      return click;
    };
    const clicks = await Promise.all([send(), ...(twice ? [send()] : [])]);
    if (later) clicks.push(await send());
    for (const click of clicks) await readPayment(link, click);
  }

  async function readPayment(link: LinkResponse, { checkoutId }: SubmittedForm): Promise<void> {
    const { acknowledged } = load.notebook;
    const isPage = ({ checkout_url: url }: PaymentResponse) => url.endsWith(`/pay/${checkoutId}`);
    const isKnown = () => acknowledged.some(({ payment }) => isPage(payment));
    if (checkoutId === null || isKnown()) return;
    const to = Math.floor(Date.now() / 1_000) + 60;
    const { data } = await load.client.get<{ readonly data: readonly PaymentResponse[] }>(
      `/v1/btc/payments?from=0&to=${to}&payment_link_id=${link.id}&limit=100`,
    );
    const payment = data.find(isPage);
    if (!payment) load.findings.note('clicks without their payment', `${checkoutId} of ${link.id}`);
    else if (!isKnown()) {
      load.onAcknowledged({ key: link.reference ?? '', payment, cancel: 'not asked' });
    }
  }
}
