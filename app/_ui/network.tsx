import clsx from 'clsx';
import type { Network } from '@/lib/domain/network';

/** A colored bar at the top of pages on a test network; nothing on mainnet. */
export function NetworkBar({ network }: { network: Network }) {
  if (network === 'mainnet') return null;
  return <div aria-hidden="true" className={clsx('net-bar', `net-${network}`)} />;
}

/** The name of a test network; nothing on mainnet. */
export function NetworkChip({ network }: { network: Network }) {
  if (network === 'mainnet') return null;
  return <span className={clsx('net-chip', `net-${network}`)}>{network}</span>;
}
