'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { GroupedNumber } from '@/app/_ui/amount';
import { Button, ButtonLink } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { EmptyState } from '@/app/_ui/empty-state';
import { Fact, FactList, StatItem } from '@/app/_ui/facts';
import { IntentLink } from '@/app/_ui/intent-link';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import { RelativeTime } from '@/app/_ui/time';
import { canAdminister, canSeeWholeWallet, type Role } from '@/lib/domain/roles';
import { walletKindName } from '@/lib/domain/wallet-name';
import type { WalletResponse } from '@/lib/http/keys/key-response';
import { AddressList } from '../../_address/address-list';
import { walletQueries } from '../../_data/queries';
import { ensureRecentFactor } from '../../_data/retry-with-factor';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { ADD_WALLET, keyPage, newKeyForWalletPage, walletAddressPage } from '../../_frame/paths';
import { QueryState } from '../../_list/query-state';
import { Fingerprints } from './fingerprints';
import { GapMeter } from './gap-meter';
import { RenameWallet } from './rename-wallet';

const add = (
  <ButtonLink variant="primary" href={ADD_WALLET}>
    Add wallet
  </ButtonLink>
);

export function Wallets() {
  const query = useQuery(walletQueries.list());
  const { role } = useFrame();
  return (
    <>
      <PageHead title="Wallets" aside={false} actions={canAdminister(role) && add}>
        Your wallets receive the money. Blocktally has only their public descriptors. It derives and
        watches addresses, and can never spend.
      </PageHead>
      <QueryState
        what="The wallets"
        query={query}
        skeleton={<Skeleton className="h-72 w-full rounded-slip" />}
      >
        {({ data: wallets }) =>
          wallets.length > 0 ? (
            wallets.map((wallet) => <WalletCard key={wallet.id} wallet={wallet} role={role} />)
          ) : (
            <EmptyState title="No wallets yet.">
              <p>
                {canAdminister(role)
                  ? 'Add the wallet that receives the money. You compare its first addresses with your device before you save it.'
                  : 'Ask an owner to add the wallet that receives the money.'}
              </p>
            </EmptyState>
          )
        }
      </QueryState>
    </>
  );
}

function WalletCard({ wallet, role }: { wallet: WalletResponse; role: Role }) {
  const kind = walletKindName(wallet.kind);
  return (
    <article
      id={wallet.id}
      aria-label={wallet.name}
      className="grid scroll-mt-6 grid-cols-[minmax(0,1fr)] gap-6 rounded-slip border bg-surface p-4 target:border-accent sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="min-w-0 text-section wrap-anywhere">{wallet.name}</h2>
        <span className="text-ink-2">
          {/* Leaves out the kind if the name begins with it, as default names do. */}
          {!wallet.name.startsWith(kind) && `${kind} `}
          <code className="mono">{wallet.kind}</code>
        </span>
        {wallet.network === 'mainnet' ? (
          <span className="text-ink-2">mainnet</span>
        ) : (
          <NetworkChip network={wallet.network} />
        )}
        {canAdminister(role) && (
          <span className="ms-auto">
            <RenameWallet id={wallet.id} name={wallet.name} />
          </span>
        )}
      </div>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
        <div className="grid content-start gap-6">
          <dl className="flex flex-wrap gap-x-10 gap-y-3">
            <StatItem name="Next index">
              <GroupedNumber value={wallet.next_index} />
            </StatItem>
            <StatItem name="Last paid index">
              {wallet.last_paid_index === null ? (
                <span className="text-ink-3">none</span>
              ) : (
                <GroupedNumber value={wallet.last_paid_index} />
              )}
            </StatItem>
          </dl>
          <GapMeter wallet={wallet} />
        </div>
        <section className="grid content-start gap-2">
          <h3 className="text-head text-ink-3">First addresses</h3>
          <AddressList addresses={wallet.first_addresses} className="gap-1 text-small" />
          {wallet.compared ? (
            <p className="text-confirmed text-small">
              Index {wallet.compared.index} compared with the device by {wallet.compared.by},{' '}
              <RelativeTime iso={wallet.compared.at} />
            </p>
          ) : (
            <p className="font-medium text-pending text-small">Not compared with the device yet</p>
          )}
          <ButtonLink size="small" href={walletAddressPage(wallet.id)} className="mt-1 w-fit">
            Compare with device
          </ButtonLink>
        </section>
      </div>
      <div className="border-t pt-4">
        <FactList>
          <Fact name="Descriptor">
            <span className="mono text-small">{wallet.descriptor}</span>
            {canSeeWholeWallet(role) ? (
              <WholeDescriptor descriptor={wallet.descriptor} />
            ) : (
              <span className="block text-ink-3 text-small">
                Only owners and members see the full descriptor.
              </span>
            )}
          </Fact>
          <Fact name="Fingerprint">
            <Fingerprints fingerprints={wallet.fingerprints} />
          </Fact>
          <Fact name="Labels">
            <a
              href={`/api/dashboard/wallets/${wallet.id}/labels`}
              download
              className="tap-line text-accent hover:underline"
            >
              Download BIP 329 labels
            </a>
            <span className="block text-ink-3 text-small">
              Labels paid addresses, transactions and outputs with your references, for Sparrow and
              other wallets.
            </span>
          </Fact>
          <Fact name="API keys">
            <ul className="flex flex-wrap gap-x-4 gap-y-1">
              {wallet.keys.map((key) => (
                <li key={key.id}>
                  <IntentLink
                    href={keyPage(key.id)}
                    className="tap-line text-accent hover:underline"
                  >
                    {key.name}
                  </IntentLink>
                  {key.revoked && <span className="text-ink-3"> (revoked)</span>}
                </li>
              ))}
              {wallet.keys.length === 0 && (
                <li>
                  None yet.{' '}
                  {canAdminister(role) && (
                    <IntentLink
                      href={newKeyForWalletPage(wallet.id)}
                      className="tap-line text-accent hover:underline"
                    >
                      Create API key
                    </IntentLink>
                  )}
                </li>
              )}
            </ul>
          </Fact>
        </FactList>
      </div>
    </article>
  );
}

/**
 * Copies the descriptor. If its keys are shortened, first asks the server for the full keys, which
 * requires a password or code.
 */
function WholeDescriptor({ descriptor }: { readonly descriptor: string }) {
  const client = useQueryClient();
  if (!descriptor.includes('…')) {
    return <CopyButton text={descriptor} label="Copy descriptor" className="-my-1 align-middle" />;
  }
  const show = async () => {
    if (await ensureRecentFactor()) await client.invalidateQueries(walletQueries.list());
  };
  return (
    <Button variant="plain" size="small" onClick={show}>
      Show whole descriptor
    </Button>
  );
}
