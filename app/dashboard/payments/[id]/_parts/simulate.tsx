'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { MAX_SANDBOX_BLOCKS } from '@/lib/domain/limits';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import type { ApiEndpointBody } from '../../../_data/call-api';
import { useChange } from '../../../_data/use-change';
import { Section } from '../../../_frame/section';

interface SimulatedAction {
  readonly label: string;
  readonly body: ApiEndpointBody<'POST /api/dashboard/payments/{id}/simulate'>;
  /** True if the payment has no suitable transaction. */
  readonly disabled?: boolean;
  /** Whether the action uses the entered number of blocks. */
  readonly counted?: boolean;
}

interface Actions {
  readonly customer: SimulatedAction[];
  readonly chain: SimulatedAction[];
  readonly conflicts: SimulatedAction[];
}

function actionsOf({ payment, outputs }: PaymentDetailResponse, blocks: number): Actions {
  const missing = payment.amount_sats - payment.received_sats;
  const ended = payment.status === 'expired' || payment.status === 'canceled';
  const due = missing > 0 ? missing : payment.amount_sats;
  const present = outputs.data.filter(({ gone }) => !gone);
  const unconfirmed = present.findLast(({ height }) => height === null)?.txid;
  const confirmed = present.filter(({ height }) => height !== null);
  const depth = Math.max(0, ...confirmed.map(({ confirmations }) => confirmations));
  const left = payment.required_confirmations - payment.confirmations;
  const onUnconfirmed = { disabled: unconfirmed === undefined };
  return {
    customer: [
      { label: payLabel(missing, ended), body: { action: 'pay', sats: due } },
      {
        label: 'Pay half',
        body: { action: 'pay', sats: Math.max(1, Math.floor(due / 2)) },
        disabled: missing <= 0,
      },
      {
        label: 'Overpay by 10 %',
        body: { action: 'pay', sats: due + Math.ceil(payment.amount_sats / 10) },
        disabled: missing <= 0,
      },
      { label: 'Bump fee', body: { action: 'bump_fee', txid: unconfirmed }, ...onUnconfirmed },
      {
        label: 'Take money back',
        body: { action: 'take_back', txid: unconfirmed },
        ...onUnconfirmed,
      },
    ],
    chain: [
      { label: 'Mine blocks', body: { action: 'mine', blocks }, counted: true },
      {
        label: 'Mine blocks until confirmed',
        body: { action: 'mine', blocks: left },
        disabled: left <= 0 || present.length === 0,
      },
    ],
    conflicts: [
      {
        label: 'Double-spend',
        body: { action: 'double_spend', txid: unconfirmed },
        ...onUnconfirmed,
      },
      { label: 'Reorg', body: { action: 'reorg', blocks }, counted: true },
      {
        label: 'Reorg the payment’s blocks',
        body: { action: 'reorg', blocks: depth },
        disabled: depth === 0 || depth > 100,
      },
      {
        label: 'Reorg and drop the payment',
        body: { action: 'reorg', blocks: depth, drop: confirmed.map(({ txid }) => txid) },
        disabled: depth === 0 || depth > 100,
      },
    ],
  };
}

function payLabel(missing: number, ended: boolean): string {
  if (missing <= 0) return 'Pay again';
  return ended ? 'Pay late' : 'Pay in full';
}

/** The follower needs about this long to read a change of the sandbox. */
const FOLLOW_MS = 500;

export function Simulate({ detail }: { detail: PaymentDetailResponse }) {
  const client = useQueryClient();
  const [blocks, setBlocks] = useState('1');
  const { id } = detail.payment;
  const simulate = useChange('POST /api/dashboard/payments/{id}/simulate', {
    ask: ({ body }: SimulatedAction) => ({ id, body }),
  });
  const run = (action: SimulatedAction) =>
    simulate.mutate(action, {
      onSuccess: () => {
        setTimeout(() => void client.invalidateQueries(), FOLLOW_MS);
      },
    });
  const count = /^\d{1,3}$/.test(blocks) ? Number(blocks) : Number.NaN;
  const wrong = !(count >= 1 && count <= MAX_SANDBOX_BLOCKS);
  const actions = actionsOf(detail, wrong ? 1 : count);
  const buttons = (group: SimulatedAction[]) => (
    <div className="flex flex-wrap gap-1.5">
      {group.map((action, place) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: a button whose label changes keeps its focus
          key={place}
          size="small"
          disabled={action.disabled || (action.counted && wrong)}
          busy={simulate.isPending}
          onClick={() => run(action)}
        >
          {action.label}
        </Button>
      ))}
    </div>
  );
  return (
    <Section title="Simulate">
      <div className="grid gap-4 rounded-slip border border-rule-5 border-dashed bg-ledger p-4">
        <Group title="Customer">{buttons(actions.customer)}</Group>
        <Group title="Chain">
          <Field
            label="Blocks"
            error={wrong && `Enter 1 to ${MAX_SANDBOX_BLOCKS}.`}
            className="grid-cols-[auto_5rem] items-center gap-x-3"
          >
            <Input
              inputMode="numeric"
              value={blocks}
              onChange={(event) => setBlocks(event.target.value.trim())}
            />
          </Field>
          {buttons(actions.chain)}
        </Group>
        <Group title="Conflicts">{buttons(actions.conflicts)}</Group>
        <p className="text-ink-3 text-small">
          Simulations run on the sandbox, whose coins have no value. New blocks count for every
          sandbox payment.
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
