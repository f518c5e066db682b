'use client';

import { Address } from '@/app/_ui/address';
import { GroupedNumber } from '@/app/_ui/amount';
import { Button } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { PrintSheet } from '@/app/_ui/print-sheet';
import { Qr } from '@/app/_ui/qr';
import type { KeyPathResponse } from '@/lib/http/keys/key-response';

interface Props {
  readonly title: string;
  readonly address: string;
  /** Null for an address that the customer provided, because it belongs to no wallet. */
  readonly derived: { readonly index: number; readonly keys: readonly KeyPathResponse[] } | null;
}

const LARGE_ADDRESS =
  'grid! w-fit grid-cols-[repeat(4,max-content)] gap-x-2 gap-y-1 text-title tracking-normal sm:gap-x-4 sm:text-amount sm:tracking-normal';

/** Shows an address so large that it can be compared with the screen of a hardware wallet. */
export function AddressSheet({ title, address, derived }: Props) {
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] gap-6 rounded-slip border bg-surface p-4 sm:p-6">
      {derived && <Derivation derived={derived} />}
      <div className="flex flex-wrap items-start justify-between gap-x-10 gap-y-6">
        <section aria-label="Address" className="grid gap-2">
          <h2 className="flex items-center gap-1 text-ink-3 text-small">
            Address
            <CopyButton text={address} label="Copy address" className="-my-1" />
          </h2>
          <p>
            <Address address={address} className={LARGE_ADDRESS} />
          </p>
        </section>
        <div className="qr-tile w-60 max-w-full">
          <Qr text={address} label={`QR code of ${address}`} />
        </div>
      </div>
      <Button className="w-fit" onClick={() => window.print()}>
        Print
      </Button>
      <PrintSheet>
        <p className="print-sheet-title">{title}</p>
        {derived?.keys.map(({ path, fingerprint }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two keys may have the same path
          <p key={place} className="mono">
            {fingerprint && `${fingerprint}: `}
            {path}
          </p>
        ))}
        <p className="print-sheet-title">
          <Address address={address} />
        </p>
        <Qr text={address} label="" />
      </PrintSheet>
    </article>
  );
}

function Derivation({ derived: { index, keys } }: { derived: NonNullable<Props['derived']> }) {
  return (
    <dl className="flex flex-wrap gap-x-12 gap-y-4">
      {keys.map(({ path, fingerprint }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two keys may have the same path
        <div key={place} className="grid content-start gap-0.5">
          <dt className="text-ink-3 text-small">
            {keys.length > 1 ? `Path of key ${place + 1}` : 'Path'}
          </dt>
          <dd className="mono wrap-anywhere text-title">{path}</dd>
          <dd className="text-ink-2 text-small">
            {fingerprint ? (
              <>
                Device <span className="mono">{fingerprint}</span>
              </>
            ) : (
              'The descriptor has no device fingerprint'
            )}
          </dd>
        </div>
      ))}
      <div className="grid content-start gap-0.5">
        <dt className="text-ink-3 text-small">Index</dt>
        <dd className="text-title">
          <GroupedNumber value={index} />
        </dd>
      </div>
    </dl>
  );
}
