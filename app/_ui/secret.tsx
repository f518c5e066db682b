import { CopyButton } from './copy-button';

interface Props {
  readonly label: string;
  readonly secret: string;
  readonly hint: string;
}

export function CopyableSecret({ label, secret, hint }: Props) {
  return (
    <div className="grid gap-1">
      <p className="font-medium first-letter:uppercase">{label}</p>
      <div className="flex items-start gap-2 rounded-control bg-ledger p-3">
        <code className="mono min-w-0 flex-1 wrap-anywhere">{secret}</code>
        <CopyButton text={secret} label={`Copy ${label}`} />
      </div>
      <p className="text-ink-3 text-small">{hint}</p>
    </div>
  );
}

/** The server keeps only a hash of the key and cannot show it again. */
export function SaveApiKeyWarning() {
  return (
    <p className="tone-pending rounded-control bg-(--tone-bg) px-3 py-2 font-medium text-(--tone)">
      Store the API key now. It is not shown again.
    </p>
  );
}
