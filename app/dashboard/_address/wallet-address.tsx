'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Input } from '@/app/_ui/field';
import { ChevronLeft, ChevronRight } from '@/app/_ui/icons';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import { RelativeTime } from '@/app/_ui/time';
import { canChange } from '@/lib/domain/roles';
import { homeQueries } from '../_data/home-queries';
import { keyQueries, walletQueries } from '../_data/queries';
import { useChange } from '../_data/use-change';
import { useFrame } from '../_frame/frame';
import { PageHead } from '../_frame/page-head';
import { WALLETS } from '../_frame/paths';
import { DetailPage } from '../_list/detail-page';
import { AddressSheet } from './address-sheet';
import { addressParsers } from './address-url';
import { HOW_TO_COMPARE } from './how-to-compare';

/**
 * The addresses of a wallet, one at a time. The user compares them with the device before the
 * wallet receives bitcoin.
 */
export function WalletAddress({ id }: { id: string }) {
  const [{ index }, setUrl] = useQueryStates(addressParsers);
  const query = useQuery(walletQueries.address(id, index));
  return (
    <DetailPage
      what="Wallet"
      query={query}
      skeleton={<Skeleton className="h-96 w-full rounded-slip" />}
      back={{ href: WALLETS, label: 'Wallets' }}
      all={{ href: WALLETS, label: 'All wallets' }}
      missing="The link may be incomplete, or the wallet belongs to another merchant."
    >
      {(found) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PageHead title="Compare with device" aside={<NetworkChip network={found.network} />}>
            {HOW_TO_COMPARE}
          </PageHead>
          <IndexForm
            index={index}
            last={found.last_index}
            onIndex={(wanted) => void setUrl({ index: wanted })}
          />
          <AddressSheet
            title={`${found.name}, index ${found.index}`}
            address={found.address}
            derived={found}
          />
          <Compared id={id} at={found.compared_at} />
          <p className="max-w-reading text-ink-2">
            {found.index < found.next_index
              ? 'Already used by a payment.'
              : 'No payment has this address yet. Use the address only to compare. Money that arrives before a payment is created may not be counted.'}
          </p>
        </div>
      )}
    </DetailPage>
  );
}

interface ComparedProps {
  readonly id: string;
  readonly at: string | null;
}

/** Shows that a member found the same address on the device, or a button that records this. */
function Compared({ id, at }: ComparedProps) {
  const mayChange = useFrame(({ role }) => canChange(role));
  const compare = useChange('POST /api/dashboard/wallets/{id}/compare', {
    ask: () => ({ id }),
    changes: [keyQueries.all(), homeQueries.all()],
    done: () => 'Recorded. The wallet is yours.',
  });
  if (at) {
    return (
      <p className="text-confirmed">
        The device showed the same address, <RelativeTime iso={at} />.
      </p>
    );
  }
  return (
    mayChange && (
      <div>
        <Button variant="primary" busy={compare.isPending} onClick={() => compare.mutate()}>
          The device shows the same address
        </Button>
      </div>
    )
  );
}

interface FormProps {
  readonly index: number;
  /** The largest index that the user may see. */
  readonly last: number;
  readonly onIndex: (index: number) => void;
}

function IndexForm({ index, last, onIndex }: FormProps) {
  const id = useId();
  const [text, setText] = useState(String(index));
  // The buttons next to the field change the index too. Mounting the field again would lose the
  // focus.
  useEffect(() => setText(String(index)), [index]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onIndex(Number(text));
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <Button disabled={index === 0} onClick={() => onIndex(index - 1)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <label htmlFor={id} className="ps-2 font-medium">
        Index
      </label>
      <span className="w-36">
        <Input
          id={id}
          type="number"
          required
          min={0}
          max={last}
          step={1}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </span>
      <Button type="submit">Show</Button>
      <Button disabled={index >= last} onClick={() => onIndex(index + 1)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </form>
  );
}
