import { CopyButton } from '@/app/_ui/copy-button';
import { Shortened } from '@/app/_ui/shortened';

/** The two ends of a block's hash, of which the first is all zeros on most networks. */
export function BlockHash({ hash, label }: { hash: string; label: string }) {
  return (
    <span className="flex items-center gap-1 whitespace-nowrap font-normal text-small">
      <Shortened text={hash} first={4} last={8} />
      <CopyButton text={hash} label={label} className="-my-1" />
    </span>
  );
}
