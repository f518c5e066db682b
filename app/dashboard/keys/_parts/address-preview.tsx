import { Address } from '@/app/_ui/address';
import { Skeleton } from '@/app/_ui/skeleton';
import type { Preview } from './use-preview';

const ROWS = ['a', 'b', 'c', 'd', 'e'];

/** The first five addresses of what is typed, to compare with the wallet. */
export function AddressPreview({ preview }: { preview: Preview }) {
  return (
    <section
      aria-label="First addresses"
      aria-busy={preview.kind === 'reading'}
      className="grid gap-2 rounded-control border bg-sunken p-4"
    >
      <p className="text-ink-2">
        {preview.kind === 'addresses' ? (
          <>
            The first addresses of this <code className="mono">{preview.preview.kind}</code> wallet.
            Compare them with the receive addresses that your wallet shows: only if they are the
            same will it see the money.
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
      {preview.kind === 'reading' && (
        <div className="grid gap-3">
          {ROWS.map((row) => (
            <Skeleton key={row} className="max-w-96" />
          ))}
        </div>
      )}
      <p role="status" className="sr-only">
        {preview.kind === 'addresses' ? 'Five addresses were derived.' : ''}
      </p>
    </section>
  );
}
