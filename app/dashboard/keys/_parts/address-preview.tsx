'use client';

import { useEffect, useState } from 'react';
import { Address } from '@/app/_ui/address';
import { Skeleton } from '@/app/_ui/skeleton';
import type { AddressType } from '@/lib/bitcoin/extended-key';
import type { Network } from '@/lib/domain/network';
import type { PreviewAnswer } from '@/lib/http/answers/key';
import { callApi } from '../../_data/call-api';
import { RequestFailed } from '../../_data/request-failed';
import { looksPrivate, PRIVATE_MESSAGE } from './looks-private';

const DEBOUNCE_MS = 400;

export type Preview =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'addresses'; readonly preview: PreviewAnswer }
  | { readonly kind: 'invalid'; readonly message: string };

const EMPTY: Preview = { kind: 'empty' };

/**
 * The first addresses of a descriptor while it is typed, derived by the server once typing pauses.
 * The descriptor is kept in this state only, not in the query cache or the URL.
 */
export function usePreview(
  network: Network,
  descriptor: string,
  addressType: AddressType | '',
): Preview {
  const [preview, setPreview] = useState<Preview>(EMPTY);
  useEffect(() => {
    const text = descriptor.trim();
    if (text === '') return setPreview(EMPTY);
    if (looksPrivate(text)) return setPreview({ kind: 'invalid', message: PRIVATE_MESSAGE });
    setPreview({ kind: 'loading' });
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body = {
        network,
        descriptor: text,
        ...(addressType && { address_type: addressType }),
      };
      callApi('POST /api/dashboard/keys/preview', { body }, abort.signal).then(
        (answer) => setPreview({ kind: 'addresses', preview: answer }),
        (error: unknown) => {
          if (!abort.signal.aborted) setPreview({ kind: 'invalid', message: messageOf(error) });
        },
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [network, descriptor, addressType]);
  return preview;
}

function messageOf(error: unknown): string {
  if (!(error instanceof RequestFailed))
    return 'The addresses could not be derived. Check the descriptor.';
  return error.fields.descriptor ?? error.message;
}

const ROWS = ['a', 'b', 'c', 'd', 'e'];

/** The first five addresses, to compare with the wallet. */
export function AddressPreview({ preview }: { preview: Preview }) {
  return (
    <section
      aria-label="First addresses"
      aria-busy={preview.kind === 'loading'}
      className="grid gap-2 rounded-control border bg-sunken p-4"
    >
      <p className="text-ink-2">
        {preview.kind === 'addresses' ? (
          <>
            The first addresses of this <code className="mono">{preview.preview.kind}</code> wallet.
            Compare them with the receive addresses in your wallet: if they differ, it will not see
            the money.
          </>
        ) : (
          'The first five addresses appear here, to compare with your wallet.'
        )}
      </p>
      {preview.kind === 'addresses' && (
        <ol className="grid gap-1.5">
          {preview.preview.addresses.map((address, index) => (
            <li key={address} className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
              <span className="text-ink-3 tabular-nums">{index}</span>
              <Address address={address} />
            </li>
          ))}
        </ol>
      )}
      {preview.kind === 'loading' && (
        <div className="grid gap-3">
          {ROWS.map((row) => (
            <Skeleton key={row} className="max-w-96" />
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {preview.kind === 'addresses' ? 'Five addresses derived.' : ''}
      </p>
    </section>
  );
}
