'use client';

import { useQuery } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { Address } from '@/app/_ui/address';
import { Button } from '@/app/_ui/button';
import { Input } from '@/app/_ui/field';
import { ChevronLeft, ChevronRight } from '@/app/_ui/icons';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import { RelativeTime } from '@/app/_ui/time';
import { canMakeChanges } from '@/lib/domain/roles';
import type { WalletAddressResponse } from '@/lib/http/keys/key-response';
import { walletQueries } from '../_data/queries';
import { useChange } from '../_data/use-change';
import { useFrame } from '../_frame/frame';
import { PageHead } from '../_frame/page-head';
import { WALLETS } from '../_frame/paths';
import { DetailPage } from '../_list/detail-page';
import { ADDRESS_COMPARISON_HINT } from './address-comparison-hint';
import { AddressSheet } from './address-sheet';
import { addressUrlParsers } from './address-url';

/**
 * Shows one address of a wallet at a time, which the user compares with the device before the
 * wallet receives bitcoin.
 */
export function WalletAddress({ id }: { id: string }) {
  const [{ index }, setUrl] = useQueryStates(addressUrlParsers);
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
            {ADDRESS_COMPARISON_HINT}
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
          <Compared id={id} shown={found} />
          <FirstAddresses
            addresses={found.first_addresses}
            index={found.index}
            onIndex={(wanted) => void setUrl({ index: wanted })}
          />
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
  readonly shown: WalletAddressResponse;
}

/**
 * Shows which members found which address on the device, and a button that records the shown
 * address as found.
 */
function Compared({ id, shown: { compared, index } }: ComparedProps) {
  const mayChange = useFrame(({ role }) => canMakeChanges(role));
  const compare = useChange('POST /api/dashboard/wallets/{id}/compare', {
    ask: () => ({ id, body: { index } }),
    done: () => 'Recorded. The wallet is yours.',
  });
  return (
    <div className="grid justify-items-start gap-3">
      {compared ? (
        <p className="max-w-reading text-confirmed wrap-anywhere">
          {compared.by} confirmed that the device shows the address of index {compared.index},{' '}
          <RelativeTime iso={compared.at} />: <Address address={compared.address} />
        </p>
      ) : (
        <p className="font-medium text-pending">
          Not compared yet. Show one of these addresses on your device, and compare all of it.
        </p>
      )}
      {mayChange && compared?.index !== index && (
        <Button
          variant={compared ? 'quiet' : 'primary'}
          busy={compare.isPending}
          onClick={() => compare.mutate()}
        >
          The device shows the same address
        </Button>
      )}
    </div>
  );
}

interface FirstProps {
  readonly addresses: readonly string[];
  readonly index: number;
  readonly onIndex: (index: number) => void;
}

function FirstAddresses({ addresses, index, onIndex }: FirstProps) {
  return (
    <section aria-label="First addresses" className="grid gap-2">
      <h2 className="text-section">First addresses</h2>
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {addresses.map((address, place) => (
          <li
            key={address}
            className="grid grid-cols-[2.25rem_minmax(0,1fr)] items-baseline justify-items-start gap-2"
          >
            <Button
              size="small"
              aria-label={`Show address ${place}`}
              aria-pressed={place === index}
              onClick={() => onIndex(place)}
            >
              {place}
            </Button>
            <Address address={address} className="text-section tracking-normal" />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface FormProps {
  readonly index: number;
  /** The largest index that can be shown. */
  readonly last: number;
  readonly onIndex: (index: number) => void;
}

function IndexForm({ index, last, onIndex }: FormProps) {
  const id = useId();
  const [text, setText] = useState(String(index));
  // The buttons next to the field change the index too. A remount would lose the field's focus.
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
