import type { Metadata } from 'next';
import { Wallets } from './_parts/wallets';

export const metadata: Metadata = { title: 'Wallets' };

export default function WalletsPage() {
  return <Wallets />;
}
