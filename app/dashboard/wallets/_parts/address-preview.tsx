'use client';

import { Button } from '@/app/_ui/button';
import { Skeleton } from '@/app/_ui/skeleton';
import { walletKindName } from '@/lib/domain/wallet-name';
import type { WalletPreviewResponse } from '@/lib/http/keys/key-response';
import { AddressList } from '../../_address/address-list';
import { Fingerprints } from './fingerprints';
import type { PreviewWallet, WalletDraft } from './use-wallet-draft';

const ROWS = ['a', 'b', 'c', 'd', 'e'];

export function AddressPreview({ typed }: { readonly typed: WalletDraft }) {
  const { preview, wallet } = typed;
  return (
    <section
      aria-label="First addresses"
      aria-busy={preview.kind === 'loading'}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-control border bg-sunken p-4"
    >
      {preview.kind === 'read' ? (
        <Understood file={preview.file} typed={typed} />
      ) : (
        <p className="text-ink-2">
          The first five addresses appear here, to compare with your wallet.
        </p>
      )}
      {wallet && <FirstAddresses wallet={wallet} />}
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
        {wallet ? 'Five addresses derived.' : preview.kind === 'read' ? 'Choose a wallet.' : ''}
      </p>
    </section>
  );
}

function Understood({ file, typed }: { file: WalletPreviewResponse; typed: WalletDraft }) {
  const { source, wallets, left_out } = file;
  return (
    <>
      <p>
        <span className="text-ink-3">Recognized: </span>
        {source}
        {wallets.length > 1 && `, ${wallets.length} wallets`}
      </p>
      {wallets.length > 1 && <Choices wallets={wallets} typed={typed} />}
      {left_out.length > 0 && (
        <div className="text-ink-2 text-small">
          <p>Not usable in this file:</p>
          <ul className="list-disc ps-5">
            {left_out.map(({ label, message }) => (
              <li key={`${label} ${message}`}>{label ? `${label}: ${message}` : message}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface ChoicesProps {
  readonly wallets: readonly PreviewWallet[];
  readonly typed: WalletDraft;
}

/** Nothing is preselected, because only the merchant knows which wallet of the file is wanted. */
function Choices({ wallets, typed: { wallet, choose, isMissing } }: ChoicesProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Which wallet receives the money?</legend>
      <div className="overflow-hidden rounded-control border border-rule-strong bg-surface has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
        {wallets.map(({ descriptor, kind, label, addresses: [first = ''] }) => (
          <label
            key={descriptor}
            className="flex cursor-pointer gap-2.5 px-3 py-2.5 not-first:border-t has-checked:bg-accent-tint"
          >
            <input
              type="radio"
              name="wallet-of-file"
              className="mt-1 size-4 shrink-0 accent-accent"
              checked={wallet?.descriptor === descriptor}
              onChange={() => choose(descriptor)}
            />
            <span className="grid min-w-0">
              <span className="font-medium wrap-anywhere">
                {[walletKindName(kind), label].filter(Boolean).join(', ')}
              </span>
              <span className="mono truncate text-ink-2 text-small">{first}</span>
            </span>
          </label>
        ))}
      </div>
      {isMissing && (
        <p role="alert" className="mt-1 font-medium text-failed text-small">
          Choose one of the wallets.
        </p>
      )}
    </fieldset>
  );
}

function FirstAddresses({ wallet }: { wallet: PreviewWallet }) {
  const { kind, warning, note, fingerprints, addresses } = wallet;
  return (
    <>
      <p className="text-ink-2">
        These are the first addresses of your <code className="mono">{kind}</code> wallet. Compare
        them with the receive addresses in your wallet app. If they differ, your wallet will not see
        the money.
      </p>
      {warning && (
        <p role="alert" className="font-medium text-failed">
          {warning}
        </p>
      )}
      {note && <p className="tone-pending text-(--tone)">{note}</p>}
      <p>
        <span className="text-ink-3">Device fingerprint: </span>
        <Fingerprints fingerprints={fingerprints} />
      </p>
      <AddressList addresses={addresses} className="gap-1.5" />
    </>
  );
}
