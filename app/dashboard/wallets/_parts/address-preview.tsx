'use client';

import { useEffect, useState } from 'react';
import { Address } from '@/app/_ui/address';
import { Button } from '@/app/_ui/button';
import { Skeleton } from '@/app/_ui/skeleton';
import type { AddressType } from '@/lib/bitcoin/extended-key';
import type { Network } from '@/lib/domain/network';
import type { PreviewResponse } from '@/lib/http/keys/key-response';
import { callApi } from '../../_data/call-api';
import { RequestFailed } from '../../_data/request-failed';
import { Fingerprints } from './fingerprints';
import { looksPrivate, PRIVATE_MESSAGE } from './looks-private';

const DEBOUNCE_MS = 400;

export type Preview =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'addresses'; readonly preview: PreviewResponse }
  /** The descriptor cannot be used. */
  | { readonly kind: 'invalid'; readonly message: string }
  /** The server could not check the descriptor. */
  | { readonly kind: 'failed'; readonly message: string; readonly retry: () => void };

const EMPTY: Preview = { kind: 'empty' };

/**
 * Returns the first addresses of a descriptor being typed, derived by the server once typing
 * pauses. The descriptor is kept in this state only, not in the query cache or the URL.
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
    const read = () => {
      setPreview({ kind: 'loading' });
      const body = {
        network,
        descriptor: text,
        ...(addressType && { address_type: addressType }),
      };
      callApi('POST /api/dashboard/keys/preview', { body }, abort.signal).then(
        (answer) => setPreview({ kind: 'addresses', preview: answer }),
        (error: Error) => {
          if (!abort.signal.aborted) setPreview(withoutAddresses(error, read));
        },
      );
    };
    const timer = setTimeout(read, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [network, descriptor, addressType]);
  return preview;
}

function withoutAddresses(error: Error, retry: () => void): Preview {
  const refused = error instanceof RequestFailed ? error.fields.descriptor : undefined;
  if (refused !== undefined) return { kind: 'invalid', message: refused };
  return { kind: 'failed', message: error.message, retry };
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
            These are the first addresses of your{' '}
            <code className="mono">{preview.preview.kind}</code> wallet. Compare them with the
            receive addresses in your wallet app. If they differ, your wallet will not see the
            money.
          </>
        ) : (
          'The first five addresses appear here, to compare with your wallet.'
        )}
      </p>
      {preview.kind === 'addresses' && preview.preview.warning && (
        <p role="alert" className="font-medium text-failed">
          {preview.preview.warning}
        </p>
      )}
      {preview.kind === 'addresses' && (
        <p>
          <span className="text-ink-3">Device fingerprint: </span>
          <Fingerprints fingerprints={preview.preview.fingerprints} />
        </p>
      )}
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
      {preview.kind === 'failed' && (
        <div role="alert" className="grid justify-items-start gap-2">
          <p className="font-medium text-failed">
            The addresses could not be derived. {preview.message}
          </p>
          <Button size="small" onClick={preview.retry}>
            Try again
          </Button>
        </div>
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
