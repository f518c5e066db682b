import type { Route } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { Address } from '@/app/_ui/address';
import { Grouped } from '@/app/_ui/amount';
import { CopyButton } from '@/app/_ui/copy-button';
import { NetworkChip } from '@/app/_ui/network';
import type { WalletAnswer } from '@/lib/http/answers/key';
import { GapMeter } from './gap-meter';

const KIND_NAMES: Readonly<Record<string, string>> = {
  wpkh: 'Native segwit',
  tr: 'Taproot',
  'sh(wpkh)': 'Nested segwit',
  pkh: 'Legacy',
  'wsh(sortedmulti)': 'Multisig',
  'wsh(multi)': 'Multisig',
  'sh(wsh(sortedmulti))': 'Nested multisig',
  'sh(wsh(multi))': 'Nested multisig',
};

/** One wallet: where it stands, what it is made from, and its first addresses to compare. */
export function WalletSlip({ wallet }: { wallet: WalletAnswer }) {
  return (
    <article
      id={wallet.id}
      className="grid scroll-mt-6 grid-cols-[minmax(0,1fr)] gap-6 rounded-slip border bg-surface p-4 target:border-accent sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-section">{KIND_NAMES[wallet.kind] ?? 'Script'}</h2>
        <code className="mono text-ink-2">{wallet.kind}</code>
        {wallet.network === 'mainnet' ? (
          <span className="text-ink-2">mainnet</span>
        ) : (
          <NetworkChip network={wallet.network} />
        )}
      </div>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="grid content-start gap-6">
          <dl className="flex flex-wrap gap-x-10 gap-y-3">
            <Figure name="Next index">
              <Grouped value={wallet.next_index} />
            </Figure>
            <Figure name="Last paid index">
              {wallet.last_paid_index === null ? (
                <span className="text-ink-3">none</span>
              ) : (
                <Grouped value={wallet.last_paid_index} />
              )}
            </Figure>
          </dl>
          <GapMeter wallet={wallet} />
        </div>
        <section className="grid content-start gap-2">
          <h3 className="text-head text-ink-3">First addresses</h3>
          <ol className="grid gap-1">
            {wallet.first_addresses.map((address, index) => (
              <li key={address} className="grid grid-cols-[1.5rem_minmax(0,1fr)] text-small">
                <span className="text-ink-3 tabular-nums">{index}</span>
                <Address address={address} />
              </li>
            ))}
          </ol>
        </section>
      </div>
      <dl className="grid gap-x-6 gap-y-2 border-t pt-4 sm:grid-cols-[max-content_minmax(0,1fr)]">
        <Fact name="Descriptor" copy={wallet.descriptor} label="Copy descriptor">
          <span className="mono wrap-anywhere text-small">{wallet.descriptor}</span>
        </Fact>
        <Fact name="Fingerprint" copy={wallet.fingerprint} label="Copy fingerprint">
          <span className="mono text-small">{wallet.fingerprint.slice(0, 16)}…</span>
        </Fact>
        <Fact name="API keys">
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {wallet.keys.map((key) => (
              <li key={key.id}>
                <Link
                  href={`/dashboard/keys/${key.id}` as Route}
                  className="text-accent hover:underline"
                >
                  {key.name}
                </Link>
                {key.revoked && <span className="text-ink-3"> (revoked)</span>}
              </li>
            ))}
          </ul>
        </Fact>
      </dl>
    </article>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-ink-3 text-small">{name}</dt>
      <dd className="font-bold text-figure tabular-nums">{children}</dd>
    </div>
  );
}

interface FactProps {
  readonly name: string;
  readonly copy?: string;
  readonly label?: string;
  readonly children: ReactNode;
}

function Fact({ name, copy, label, children }: FactProps) {
  return (
    <div className="contents max-sm:mb-1 max-sm:block">
      <dt className="text-ink-3">{name}</dt>
      <dd className="flex min-w-0 items-start gap-1">
        <span className="min-w-0">{children}</span>
        {copy && label && <CopyButton text={copy} label={label} className="-my-1" />}
      </dd>
    </div>
  );
}
