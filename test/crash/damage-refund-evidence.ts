import type { Evidence } from './evidence';
import type { Fault } from './findings';

type Damage = readonly [Fault, Partial<Evidence>];

/** Returns altered copies of the evidence, one for each kind of fault that a refund can have. */
export function damageRefundEvidence(evidence: Evidence): readonly Damage[] {
  const { listedRefunds, refundRows, refunds, events } = evidence;
  const paid = listedRefunds.find(({ status }) => status === 'confirmed');
  const row = refundRows.find(({ id }) => id === paid?.id);
  if (!paid || !row) throw new Error('a run without a confirmed refund');
  const listedWith = (change: Partial<typeof paid>) => ({
    listedRefunds: listedRefunds.map((one) => (one === paid ? { ...one, ...change } : one)),
  });
  const isOf = ({ body }: (typeof events)[number]) => body.includes(`"${paid.id}"`);
  const own = events.filter(isOf);
  const others = events.filter((event) => !isOf(event));
  const isWhole = { refunds: refunds.map((one) => ({ ...one, isReplaced: false })) };
  const unpaid = { status: 'ready', txid: null, vout: null } as const;
  return [
    ['refunds lost or doubled', { listedRefunds: listedRefunds.filter((one) => one !== paid) }],
    ['refunds lost or doubled', { listedRefunds: [...listedRefunds, paid] }],
    ['refunds never requested', { refundRows: [...refundRows, { ...row, id: 'ref_invented' }] }],
    ['answers that changed', listedWith({ address: 'another' })],
    ['wrong status of a refund', listedWith(unpaid)],
    ['wrong status of a refund', listedWith({ status: 'sent' })],
    ['wrong status of a refund', { facts: { ...evidence.facts, paid: new Map() } }],
    ['wrong output of a refund', listedWith({ txid: '00'.repeat(32) })],
    ['wrong output of a refund', listedWith({ confirmations: 1_000 })],
    ['wrong output of a refund', { listedRefunds: [...listedRefunds, { ...paid, id: 'ref_two' }] }],
    ['wrong fee of a refund', listedWith({ fee_sats: null })],
    ['events lost', { events: others }],
    ['events lost', { events: [...others, ...own.slice(0, -1)] }],
    ['events doubled', { events: [...others, ...own.flatMap((one) => [one, one])], ...isWhole }],
    ['events invented', { listedRefunds: listedRefunds.filter((one) => one !== paid) }],
  ];
}
