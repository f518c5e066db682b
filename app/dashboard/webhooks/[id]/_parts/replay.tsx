'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import { Field, Select } from '@/app/_ui/field';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { DeliveryPageResponse } from '@/lib/http/deliveries/delivery-detail-response';
import type { EndpointResponse } from '@/lib/http/endpoints/endpoint-response';
import { deliveryQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';
import { MomentField } from '../../../_list/moment-range-fields';

const DAY_SECONDS = 86_400;
const aDayAgo = () => Math.floor(Date.now() / 1_000) - DAY_SECONDS;

/** Resends an endpoint's deliveries since a chosen time. First shows how many there are. */
export function Replay({ endpoint }: { endpoint: EndpointResponse }) {
  const [open, setOpen] = useState(false);
  const [from, setFrom] = useState<number | null>(aDayAgo);
  const [status, setStatus] = useState<'all' | 'failed'>('all');
  const filters = { endpoint: endpoint.id, from: String(from) };
  const search = new URLSearchParams({ ...filters, limit: '1' });
  const { data, isPlaceholderData } = useQuery({
    ...deliveryQueries.list(search.toString()),
    enabled: open && from !== null,
  });
  const counts = isPlaceholderData || from === null ? undefined : data?.counts;
  const count = counts && (status === 'all' ? sumOf(counts) : counts.failed);
  const replay = useChange('POST /api/dashboard/deliveries/resend', {
    ask: () => ({ body: { ...filters, status } }),
    done: ({ resent }) => `Resending ${countWithNoun(resent, 'delivery', 'deliveries')}.`,
  });
  function change(next: boolean) {
    setOpen(next);
    if (next) setFrom(aDayAgo());
  }
  return (
    <DialogRoot open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button
          disabled={endpoint.paused_at !== null}
          title={endpoint.paused_at === null ? undefined : 'Resume the endpoint first.'}
        >
          Replay since…
        </Button>
      </DialogTrigger>
      <Dialog
        title="Replay deliveries"
        description="Each delivery is sent with the same event id and body, and a new timestamp and signature. Endpoints that store event ids can ignore repeats."
        stays={replay.isPending}
        actions={
          <>
            <DialogClose asChild>
              <Button disabled={replay.isPending}>Cancel</Button>
            </DialogClose>
            <Button
              variant="primary"
              disabled={!count}
              busy={replay.isPending}
              onClick={() => replay.mutate(undefined, { onSuccess: () => setOpen(false) })}
            >
              {count ? `Replay ${countWithNoun(count, 'delivery', 'deliveries')}` : 'Replay'}
            </Button>
          </>
        }
      >
        <MomentField label="Events since" value={from} onChange={setFrom} />
        <Field label="Deliveries">
          <Select
            value={status}
            onChange={({ target }) => setStatus(target.value === 'failed' ? 'failed' : 'all')}
          >
            <option value="all">All</option>
            <option value="failed">Given up only</option>
          </Select>
        </Field>
        <p aria-live="polite" className="min-h-10 text-ink-2">
          {from === null ? 'Choose a time.' : counts && whatFor(status, counts)}
        </p>
      </Dialog>
    </DialogRoot>
  );
}

type Counts = DeliveryPageResponse['counts'];

const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, one) => sum + one, 0);

/** Returns a text such as "Resends 128 deliveries: 120 delivered, 8 given up." */
function whatFor(status: 'all' | 'failed', counts: Counts): string {
  const { delivered, failed } = counts;
  const all = status === 'all' ? sumOf(counts) : failed;
  if (all === 0) return 'Nothing to resend in this period.';
  const parts = [
    [status === 'all' ? delivered : 0, 'delivered'],
    [failed, 'given up'],
    [all - delivered - failed, 'not delivered yet'],
  ] as const;
  const shown = parts.filter(([count]) => count > 0).map((part) => part.join(' '));
  return `Resends ${countWithNoun(all, 'delivery', 'deliveries')}: ${shown.join(', ')}.`;
}
