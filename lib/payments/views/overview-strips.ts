import { and, count, eq, gte, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { merchant } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { bucketOf } from '@/db/time-buckets';
import { findLags } from '@/lib/chain/chain-lag';
import type { Member } from '@/lib/domain/actor';
import { SOURCE_TRAITS, type SourceKind } from '@/lib/domain/chain-condition';
import { lagsOf } from '@/lib/domain/chain-lag';
import type { Currency } from '@/lib/domain/currency';
import type { Network } from '@/lib/domain/network';
import { isPaid, type PaymentStatus } from '@/lib/domain/payment';
import { type StripRange, stripTimes } from '@/lib/domain/strip-times';
import { countHostAttempts, type Endpoints } from '@/lib/webhooks/endpoints/endpoint-ticks';
import { overviewKeys } from './overview-keys';
import { type Received, receivedTotals } from './received-totals';

/** The current state of the payments created in a period. */
export interface Outcomes {
  readonly created: number;
  /** Payments whose outputs reach the required amount, confirmed or not. */
  readonly paid: number;
  readonly confirmed: number;
  readonly expired: number;
}

/** A time bucket, in the viewer's time zone. */
export interface StripBucket {
  readonly start: Date;
  /** The amount confirmed in the bucket. */
  readonly received: Received;
  /** The satoshis confirmed in the same bucket of the previous period. */
  readonly earlierSats: number;
  readonly outcomes: Outcomes;
  /** The lag of the chain's records, at worst; null where nothing is recorded. */
  readonly lagMinutes: number | null;
}

export interface OverviewStrips {
  /** The network of the amounts; undefined without a key. */
  readonly network: Network | undefined;
  readonly source: SourceKind;
  /** The buckets, ascending, without gaps, up to now. */
  readonly buckets: readonly StripBucket[];
  /** The currency of every volume; null when the merchant adds up satoshis alone. */
  readonly displayCurrency: Currency | null;
  /** The amount confirmed in all buckets. */
  readonly total: Received;
  /** The amount confirmed since midnight. */
  readonly today: Received & { readonly start: Date };
  readonly endpoints: Endpoints;
}

export interface StripsRequest {
  readonly network?: Network | undefined;
  readonly range: StripRange;
  /** IANA name of the viewer's time zone. */
  readonly timeZone: string;
  readonly kinds: Readonly<Record<Network, { readonly kind: SourceKind }>>;
}

/** A network's activity in a time range, for the strips of the overview. */
export async function readOverviewStrips(
  db: Db,
  actor: Member,
  request: StripsRequest,
  now: Date,
): Promise<OverviewStrips> {
  const { range, timeZone, kinds } = request;
  const { network, ofNetwork: keys } = await overviewKeys(db, actor, request.network);
  const { starts, earlier, today } = stripTimes(range, timeZone, now);
  const source = network ? kinds[network].kind : 'off';
  const displayCurrency = await displayCurrencyOf(db, actor);
  const received = await receivedTotals(db, keys, starts, displayCurrency);
  const before = await receivedTotals(db, keys, earlier, null, starts[0]);
  const sinceMidnight = await receivedTotals(db, keys, [today], displayCurrency);
  const outcomes = await paymentOutcomes(db, keys, starts);
  const lags = network ? await lagsIn(db, network, source, starts, now) : [];
  return {
    network,
    source,
    buckets: starts.map((start, nth) => ({
      start,
      received: at(received.buckets, nth),
      earlierSats: at(before.buckets, nth).sats,
      outcomes: at(outcomes, nth),
      lagMinutes: lags[nth] ?? null,
    })),
    displayCurrency,
    total: received.total,
    today: { ...sinceMidnight.total, start: today },
    endpoints: await countHostAttempts(db, keys, starts),
  };
}

/**
 * The outcomes of these keys’ payments by creation time. @param starts the starts of the buckets
 */
async function paymentOutcomes(
  db: Db,
  keyIds: readonly string[],
  starts: readonly [Date, ...Date[]],
): Promise<Outcomes[]> {
  const rows = await db
    .select({
      place: bucketOf(payment.createdAt, starts).as('place'),
      status: payment.status,
      payments: count(),
    })
    .from(payment)
    .where(and(isAmong(payment.apiKeyId, keyIds), gte(payment.createdAt, starts[0])))
    .groupBy(sql`place`, payment.status);
  return starts.map((_, nth) => {
    const own = rows.filter(({ place }) => place === nth + 1);
    const of = (counts: (status: PaymentStatus) => boolean) =>
      own.reduce((total, row) => total + (counts(row.status) ? row.payments : 0), 0);
    return {
      created: of(() => true),
      paid: of(isPaid),
      confirmed: of((status) => status === 'confirmed'),
      expired: of((status) => status === 'expired'),
    };
  });
}

function at<T>(buckets: readonly T[], nth: number): T {
  const bucket = buckets[nth];
  if (bucket === undefined) throw new Error('every strip has every bucket');
  return bucket;
}

async function displayCurrencyOf(db: Db, { merchantId }: Member): Promise<Currency | null> {
  const [row] = await db
    .select({ currency: merchant.displayCurrency })
    .from(merchant)
    .where(eq(merchant.id, merchantId));
  return row?.currency ?? null;
}

/** The lag in each bucket; zero for the sandbox, which is part of the server and always read. */
async function lagsIn(
  db: Db,
  network: Network,
  source: SourceKind,
  starts: readonly [Date, ...Date[]],
  now: Date,
): Promise<(number | null)[]> {
  if (SOURCE_TRAITS[source].simulates) return starts.map(() => 0);
  const found = await findLags(db, network, starts);
  return source === 'off' ? [...found.recorded] : lagsOf(found, starts, now);
}
