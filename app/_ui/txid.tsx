import { CopyButton } from './copy-button';
import { Shortened } from './shortened';

/** The two ends of a transaction id with a button that copies the whole of it. */
export function Txid({ txid }: { txid: string }) {
  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap">
      <Shortened text={txid} first={8} last={8} />
      <CopyButton text={txid} label="Copy transaction id" />
    </span>
  );
}
