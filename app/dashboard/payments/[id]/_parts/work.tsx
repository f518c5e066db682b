'use client';

import { type FormEvent, useRef, useState } from 'react';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { IntentLink } from '@/app/_ui/intent-link';
import { RelativeTime } from '@/app/_ui/time';
import { MAX_WORK_NOTE } from '@/lib/domain/limits';
import type { PaymentDetailAnswer } from '@/lib/http/payments/payment-detail-answer';
import { overviewQueries } from '../../../_data/overview-queries';
import { paymentQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';
import { Section } from '../../../_frame/section';
import { useUnsaved } from '../../../_frame/unsaved';
import { REASON_WORDS, todoOf } from '../../../_worklist/reason-words';

type Entry = PaymentDetailAnswer['work'][number];

/** Why the payment is in the inbox, what to do, and who has done it. */
export function Work({ detail: { payment, work, can } }: { detail: PaymentDetailAnswer }) {
  if (work.length === 0) return null;
  const isOpen = work.some(({ handled }) => handled === null);
  return (
    <Section title={isOpen ? 'Needs your decision' : 'Done'}>
      <ul className="border-rule-5 border-y bg-surface">
        {work.map((entry) => (
          <WorkItem key={entry.reason} payment={payment} entry={entry} mayChange={can.change} />
        ))}
      </ul>
    </Section>
  );
}

interface ItemProps {
  readonly payment: PaymentDetailAnswer['payment'];
  readonly entry: Entry;
  readonly mayChange: boolean;
}

const CHANGES = [paymentQueries.all(), overviewQueries.all()];

function WorkItem({ payment, entry: { reason, handled }, mayChange }: ItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const { tone, label, means, more } = REASON_WORDS[reason];
  const { id, received_sats, status } = payment;
  const handle = useChange('POST /api/dashboard/payments/{id}/handle', {
    ask: (note: string) => ({
      id,
      body: { received_sats, reasons: [reason], ...(note && { note }) },
    }),
    changes: CHANGES,
    done: () => `Marked as done: ${label.toLowerCase()}.`,
  });
  const undo = useChange('POST /api/dashboard/payments/{id}/unhandle', {
    ask: () => ({ id, body: { reasons: [reason] } }),
    changes: CHANGES,
    done: () => `Needs your decision again: ${label.toLowerCase()}.`,
  });
  // The focused element has disappeared.
  const onSuccess = () => item.current?.focus();
  return (
    <li ref={item} tabIndex={-1} className="grid gap-3 border-b px-4 py-4 last:border-b-0 sm:px-5">
      <div className="grid gap-1.5">
        <Badge tone={handled ? 'confirmed' : tone} className="w-fit">
          {handled ? `${label}: done` : label}
        </Badge>
        <p className="max-w-reading text-ink-2">
          {means}{' '}
          {!handled && (
            <>
              <span className="text-ink">{todoOf(reason, status)}</span>{' '}
              <IntentLink href={more.href} className="text-accent underline underline-offset-3">
                {more.text}
              </IntentLink>
            </>
          )}
        </p>
      </div>
      {handled && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <div className="grid min-w-0 gap-0.5">
            <p className="wrap-anywhere">
              Done by {handled.by}, <RelativeTime iso={handled.at} />
            </p>
            {handled.note && <p className="text-ink-2 wrap-anywhere">{handled.note}</p>}
          </div>
          {mayChange && (
            <Button
              size="small"
              busy={undo.isPending}
              onClick={() => undo.mutate(undefined, { onSuccess })}
            >
              Undo
              <span className="sr-only">: {label}</span>
            </Button>
          )}
        </div>
      )}
      {!handled && mayChange && (
        <HandleForm
          label={label}
          busy={handle.isPending}
          onHandle={(note) => handle.mutate(note, { onSuccess })}
        />
      )}
    </li>
  );
}

interface FormProps {
  readonly label: string;
  readonly busy: boolean;
  readonly onHandle: (note: string) => void;
}

function HandleForm({ label, busy, onHandle }: FormProps) {
  const [note, setNote] = useState('');
  useUnsaved(note !== '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onHandle(note.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
      <Field label="Note (optional)" className="min-w-0 max-w-reading grow basis-64">
        <Input
          value={note}
          maxLength={MAX_WORK_NOTE}
          placeholder="Refunded in transaction …"
          onChange={({ target }) => setNote(target.value)}
        />
      </Field>
      <Button type="submit" busy={busy}>
        Mark as done
        <span className="sr-only">: {label}</span>
      </Button>
    </form>
  );
}
