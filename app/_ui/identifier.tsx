import { type ExplorerTemplate, explorerHost, transactionPage } from '@/lib/domain/explorer';
import { CopyButton } from './copy-button';
import { NewTabLink } from './new-tab-link';

interface Props {
  readonly text: string;
  readonly first: number;
  readonly last: number;
}

/** A long text without its middle. The whole text appears on hover, and screen readers read it. */
export function ShortenedText({ text, first, last }: Props) {
  if (text.length <= first + last + 1) return <span className="mono">{text}</span>;
  return (
    <span className="mono" title={text}>
      <span aria-hidden="true">
        {text.slice(0, first)}…{text.slice(-last)}
      </span>
      <span className="sr-only">{text}</span>
    </span>
  );
}

interface TxidProps {
  readonly txid: string;
  readonly explorer: ExplorerTemplate | null;
}

export function Txid({ txid, explorer }: TxidProps) {
  return (
    <span className="inline-flex max-sm:flex-wrap items-center gap-1 whitespace-nowrap">
      <ShortenedText text={txid} first={8} last={8} />
      <CopyButton text={txid} label="Copy transaction id" />
      {explorer && (
        <NewTabLink
          href={transactionPage(explorer, txid)}
          label={`Open transaction at ${explorerHost(explorer)}`}
        />
      )}
    </span>
  );
}
