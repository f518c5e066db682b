import clsx from 'clsx';
import type { Network } from '@/lib/domain/network';

/** Shown only on test networks. */
export function NetworkBar({ network }: { network: Network }) {
  if (network === 'mainnet') return null;
  return <div aria-hidden="true" className={clsx('net-bar', `net-${network}`)} />;
}

/** Shown only on test networks. */
export function NetworkChip({ network }: { network: Network }) {
  if (network === 'mainnet') return null;
  return <span className={clsx('net-chip', `net-${network}`)}>{network}</span>;
}
