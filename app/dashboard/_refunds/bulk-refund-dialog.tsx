'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Amount } from '@/app/_ui/amount';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';
import { ShortenedText } from '@/app/_ui/identifier';
import { NetworkChip } from '@/app/_ui/network';
import { Tab, TabList, TabPanel, TabsRoot } from '@/app/_ui/tabs';
import type { DashboardRefundResponse } from '@/lib/http/refunds/dashboard-refund-response';
import { callApi } from '../_data/call-api';
import { PsbtForm } from './psbt-form';
import { formatRefundAmount, selectJointlyPayable } from './refund-words';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly refunds: readonly DashboardRefundResponse[];
}

/** Pays several refunds with one transaction. The user gets a file for a wallet, or a PSBT. */
export function BulkRefundDialog({ open, onOpenChange, refunds }: Props) {
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      {open && <Content refunds={refunds} />}
    </DialogRoot>
  );
}

function Content({ refunds }: Pick<Props, 'refunds'>) {
  const listed = selectJointlyPayable(refunds);
  const [omitted, setOmitted] = useState<readonly string[]>([]);
  useQuotes(listed);
  const chosen = listed.filter(({ id }) => !omitted.includes(id));
  const ids = chosen.map(({ id }) => id);
  const toggle = (id: string) =>
    setOmitted(omitted.includes(id) ? omitted.filter((one) => one !== id) : [...omitted, id]);
  return (
    <Dialog
      title="Send several refunds"
      description="One transaction from your own wallet pays all refunds. Each refund is found by its address and amount."
      className="max-w-[40rem]"
      actions={
        <DialogClose asChild>
          <Button>Done</Button>
        </DialogClose>
      }
    >
      <ul className="border-rule-5 border-y">
        {listed.map((refund) => (
          <li key={refund.id} className="not-first:border-t">
            <Row refund={refund} isChosen={ids.includes(refund.id)} onToggle={toggle} />
          </li>
        ))}
      </ul>
      <p className="flex flex-wrap items-baseline justify-between gap-2 font-semibold">
        <span>Total</span>
        <Amount sats={chosen.reduce((sum, { amount_sats: sats }) => sum + sats, 0)} />
      </p>
      {chosen.length > 0 && (
        <TabsRoot defaultValue="file">
          <TabList aria-label="How to pay">
            <Tab value="file">CSV file</Tab>
            <Tab value="psbt">PSBT file</Tab>
          </TabList>
          <TabPanel value="file">
            <Files ids={ids} />
          </TabPanel>
          <TabPanel value="psbt">
            <PsbtForm key={ids.join()} ids={ids} />
          </TabPanel>
        </TabsRoot>
      )}
    </Dialog>
  );
}

interface RowProps {
  readonly refund: DashboardRefundResponse;
  readonly isChosen: boolean;
  readonly onToggle: (id: string) => void;
}

function Row({ refund, isChosen, onToggle }: RowProps) {
  const { id, reference, address, amount_sats: sats, price, network } = refund;
  return (
    <label className="flex cursor-pointer items-center gap-3 px-1 py-2.5">
      <input
        type="checkbox"
        className="size-4 shrink-0 accent-accent pointer-coarse:size-5"
        checked={isChosen}
        onChange={() => onToggle(id)}
      />
      <span className="grid min-w-0 flex-1">
        <span className="truncate font-medium">{reference ?? 'No reference'}</span>
        <span className="flex items-center gap-2 text-ink-2 text-small">
          <ShortenedText text={address ?? ''} first={8} last={6} />
          <NetworkChip network={network} />
        </span>
      </span>
      <span className="grid justify-items-end">
        <Amount sats={sats} />
        {price && <span className="text-ink-2 text-small">{formatRefundAmount(refund)}</span>}
      </span>
    </label>
  );
}

function Files({ ids }: { ids: readonly string[] }) {
  const file = (format: string) => `/api/dashboard/refunds/file?format=${format}&ids=${ids}`;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div className="grid content-start justify-items-start gap-2">
        <a className="btn btn-quiet" href={file('sparrow')} download>
          CSV for Sparrow
        </a>
        <p className="text-ink-2 text-small">
          In Sparrow, load this file under “Send to Many” with the unit set to sats.
        </p>
      </div>
      <div className="grid content-start justify-items-start gap-2">
        <a className="btn btn-quiet" href={file('electrum')} download>
          CSV for Electrum
        </a>
        <p className="text-ink-2 text-small">
          In Electrum, load this file under “Pay to many” with the base unit set to BTC.
        </p>
      </div>
    </div>
  );
}

/**
 * Requests current amounts in satoshis for refunds in currency. A payment of an earlier amount
 * still counts.
 */
function useQuotes(refunds: readonly DashboardRefundResponse[]): void {
  const client = useQueryClient();
  const priced = refunds.flatMap(({ id, price }) => (price ? id : [])).join();
  useEffect(() => {
    if (!priced) return;
    const quotes = priced
      .split(',')
      .map((id) => callApi('POST /api/dashboard/refunds/{id}/quote', { id, body: {} }));
    void Promise.allSettled(quotes).then(() => client.invalidateQueries());
  }, [priced, client]);
}
