/** The report contains one line for each kind of fault, and its count must be zero. */
export const FAULTS = [
  'payments lost',
  'payments doubled',
  'payments never requested',
  'addresses used twice',
  'addresses of another wallet',
  'answers that changed',
  'cancels undone',
  'wrong status',
  'wrong received_sats',
  'wrong confirmations',
  'wrong txid',
  'wrong flags',
  'wrong totals',
  'wrong prices',
  'links lost or never requested',
  'clicks without their payment',
  'payments without their click',
  'links past their maximum',
  'wrong terms of a link',
  'wrong counts of a link',
  'refunds lost or doubled',
  'refunds never requested',
  'wrong status of a refund',
  'wrong output of a refund',
  'wrong fee of a refund',
  'invoices lost or doubled',
  'wrong status of an invoice',
  'status changes lost',
  'events lost',
  'events doubled',
  'events invented',
  'gaps in a sequence',
  'deliveries lost or doubled',
  'events never received',
  'event ids with two bodies',
  'events out of order',
  'invalid signatures',
  'attempts without a record',
  'sent again after success',
  'unexpected answers',
  'jobs at a standstill',
  'servers that no longer listen',
  'uncaught errors of a server',
] as const;

export type Fault = (typeof FAULTS)[number];

export class Findings {
  readonly #found = new Map<Fault, string[]>();

  note(fault: Fault, detail: string): void {
    const details = this.#found.get(fault);
    if (details) details.push(detail);
    else this.#found.set(fault, [detail]);
  }

  noteAll(fault: Fault, details: Iterable<string>): void {
    for (const detail of details) this.note(fault, detail);
  }

  of(fault: Fault): readonly string[] {
    return this.#found.get(fault) ?? [];
  }

  get count(): number {
    return FAULTS.reduce((sum, fault) => sum + this.of(fault).length, 0);
  }
}
