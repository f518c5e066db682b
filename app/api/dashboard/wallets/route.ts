import type { WalletAnswer } from '@/app/dashboard/_data/key-answers';
import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { listWallets, type WalletView } from '@/lib/keys/list-wallets';

export const GET = dashboardGet(noFields, async ({ api, actor }) => ({
  data: (await listWallets(api.db, actor)).map(walletAnswer),
}));

function walletAnswer(wallet: WalletView): WalletAnswer {
  return {
    id: wallet.id,
    network: wallet.network,
    kind: wallet.kind,
    fingerprint: wallet.fingerprint,
    descriptor: wallet.descriptor,
    next_index: wallet.nextIndex,
    last_paid_index: wallet.lastPaidIndex,
    unused_run: wallet.unusedRun,
    longest_gap: wallet.longestGap,
    gap_limit: wallet.gapLimit,
    first_addresses: [...wallet.firstAddresses],
    keys: wallet.keys.map(({ id, name, revoked }) => ({ id, name, revoked })),
    created_at: wallet.createdAt.toISOString(),
  };
}
