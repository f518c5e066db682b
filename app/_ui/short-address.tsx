import { CopyButton } from './copy-button';
import { Shortened } from './shortened';

/** The two ends of an address, for tables, with a button that copies the whole of it. */
export function ShortAddress({ address }: { address: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Shortened text={address} first={8} last={6} />
      <CopyButton text={address} label="Copy address" />
    </span>
  );
}
