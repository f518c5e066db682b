import type { Metadata } from 'next';
import { WalletAddress } from '../../../_address/wallet-address';

export const metadata: Metadata = { title: 'Compare with device' };

export default async function WalletAddressPage({ params }: { params: Promise<{ id: string }> }) {
  return <WalletAddress id={(await params).id} />;
}
