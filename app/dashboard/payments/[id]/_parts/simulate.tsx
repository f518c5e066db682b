'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field } from '@/app/_ui/field';
import { Input } from '@/app/_ui/input';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import { paymentQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';
import { type Act, actsOf } from './acts';
import { Section } from './section';

/** By then the follower has read what the sandbox did. */
const SETTLED_MS = 500;
const MAX_BLOCKS = 100;

/** Lets happen on the sandbox chain what can happen on a real one. */
export function Simulate({ detail }: { detail: PaymentDetailAnswer }) {
  const client = useQueryClient();
  const [blocks, setBlocks] = useState('1');
  const { id } = detail.payment;
  const simulate = useChange('POST /api/dashboard/payments/{id}/simulate', {
    ask: ({ body }: Act) => ({ id, body }),
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
