import clsx from 'clsx';
import { Address } from '@/app/_ui/address';

interface Props {
  /** From index 0. */
  readonly addresses: readonly string[];
  readonly className?: string;
}

export function AddressList({ addresses, className }: Props) {
  return (
    <ol className={clsx('grid', className)}>
      {addresses.map((address, index) => (
        <li key={address} className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
          <span className="text-ink-3 tabular-nums">{index}</span>
          <Address address={address} />
        </li>
      ))}
    </ol>
  );
}
