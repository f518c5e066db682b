import clsx from 'clsx';
import type { Network } from '@/lib/domain/network';

export function NetworkBar({ network }: { network: Network }) {
  if (network === 'mainnet') return null;
  return <div aria-hidden="true" className={clsx('net-bar', `net-${network}`)} />;
}

export function NetworkChip({ network }: { network: Network }) {
  if (network === 'mainnet') return null;
  return <span className={clsx('net-chip', `net-${network}`)}>{network}</span>;
}
