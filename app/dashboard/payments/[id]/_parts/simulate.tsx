'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { Button } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import type { PaymentDetailAnswer } from '../../../_data/payment-answers';
import { paymentQueries } from '../../../_data/queries';
import { useAct } from '../../../_data/use-act';
import { Section } from './section';

/** A button of the Simulate panel: what it says and what it sends. */
export interface Act {
  readonly label: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Whether there is nothing now that it could be done to. */
  readonly impossible?: boolean;
  /** Whether it takes the number of blocks. */
  readonly counted?: boolean;
}

interface Acts {
  readonly customer: Act[];
  readonly chain: Act[];
  readonly trouble: Act[];
}

/** What can be simulated as the payment stands now. */
export function actsOf({ payment, outputs }: PaymentDetailAnswer, blocks: number): Acts {
  const missing = payment.amount_sats - payment.received_sats;
  const ended = payment.status === 'expired' || payment.status === 'canceled';
  const due = missing > 0 ? missing : payment.amount_sats;
  const counted = outputs.filter(({ gone }) => !gone);
  const loose = counted.findLast(({ height }) => height === null)?.txid;
  const settled = counted.filter(({ height }) => height !== null);
  const depth = Math.max(0, ...settled.map(({ confirmations }) => confirmations));
  const left = payment.required_confirmations - payment.confirmations;
  const onLoose = { impossible: loose === undefined };
  return {
    customer: [
      { label: payLabel(missing, ended), body: { act: 'pay', sats: due } },
      {
        label: 'Pay half',
        body: { act: 'pay', sats: Math.max(1, Math.floor(due / 2)) },
        impossible: missing <= 0,
      },
      {
        label: 'Pay 10 % too much',
        body: { act: 'pay', sats: due + Math.ceil(payment.amount_sats / 10) },
        impossible: missing <= 0,
      },
      { label: 'Bump the fee', body: { act: 'bump_fee', txid: loose }, ...onLoose },
      { label: 'Take the money back', body: { act: 'take_back', txid: loose }, ...onLoose },
    ],
    chain: [
      { label: 'Mine', body: { act: 'mine', blocks }, counted: true },
      {
        label: 'Mine until confirmed',
        body: { act: 'mine', blocks: left },
        impossible: left <= 0 || counted.length === 0,
      },
    ],
    trouble: [
      { label: 'Double-spend', body: { act: 'double_spend', txid: loose }, ...onLoose },
      { label: 'Reorg', body: { act: 'reorg', blocks }, counted: true },
      {
        label: 'Reorg its blocks',
        body: { act: 'reorg', blocks: depth },
        impossible: depth === 0 || depth > 100,
      },
      {
        label: 'Reorg, money lost',
        body: { act: 'reorg', blocks: depth, drop: settled.map(({ txid }) => txid) },
        impossible: depth === 0 || depth > 100,
      },
    ],
  };
}

function payLabel(missing: number, ended: boolean): string {
  if (missing <= 0) return 'Pay once more';
  return ended ? 'Pay late' : 'Pay what is missing';
}

/** By then the follower has read what the sandbox did. */
const SETTLED_MS = 500;
const MAX_BLOCKS = 100;

/** Lets happen on the sandbox chain what can happen on a real one. */
export function Simulate({ detail }: { detail: PaymentDetailAnswer }) {
  const client = useQueryClient();
  const [blocks, setBlocks] = useState('1');
  const { id } = detail.payment;
  const simulate = useAct({
    path: () => `/api/dashboard/payments/${encodeURIComponent(id)}/simulate`,
    body: ({ body }: Act) => body,
    answer: z.unknown(),
    changes: [paymentQueries.detail(id).queryKey],
  });
  const run = (act: Act) =>
    simulate.mutate(act, {
      onSuccess: () => {
        const { queryKey } = paymentQueries.detail(id);
        setTimeout(() => void client.invalidateQueries({ queryKey }), SETTLED_MS);
      },
    });
  const count = /^\d{1,3}$/.test(blocks) ? Number(blocks) : Number.NaN;
  const wrong = !(count >= 1 && count <= MAX_BLOCKS);
  const acts = actsOf(detail, wrong ? 1 : count);
  const buttons = (group: Act[]) => (
    <div className="flex flex-wrap gap-1.5">
      {group.map((act) => (
        <Button
          key={act.label}
          size="small"
          disabled={act.impossible || (act.counted && wrong)}
          busy={simulate.isPending}
          onClick={() => run(act)}
        >
          {act.label}
        </Button>
      ))}
    </div>
  );
  return (
    <Section title="Simulate">
      <div className="grid gap-4 rounded-slip border border-rule-5 border-dashed bg-ledger p-4">
        <Group title="The customer">{buttons(acts.customer)}</Group>
        <Group title="The chain">
          <Field
            label="Blocks"
            error={wrong && `From 1 to ${MAX_BLOCKS}.`}
            className="grid-cols-[auto_5rem] items-center gap-x-3"
          >
            <Input
              inputMode="numeric"
              value={blocks}
              onChange={(event) => setBlocks(event.target.value.trim())}
            />
          </Field>
          {buttons(acts.chain)}
        </Group>
        <Group title="Trouble">{buttons(acts.trouble)}</Group>
        <p className="text-ink-3 text-small">
          On the sandbox chain, whose coins are worth nothing. Its blocks count for every payment on
          it.
        </p>
      </div>
    </Section>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h3 className="text-head text-ink-2">{title}</h3>
      {children}
    </div>
  );
}
