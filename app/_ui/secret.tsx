import { CopyButton } from './copy-button';

interface Props {
  /** The kind of secret, such as "API key". */
  readonly label: string;
  readonly secret: string;
  /** What the secret is for, or where to store it. */
  readonly hint: string;
}

/** A secret in plain text with a copy button. */
export function Secret({ label, secret, hint }: Props) {
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

/** The warning to store a new API key, because the server keeps only a hash of the key. */
export function StoreNow() {
  return (
    <p className="tone-pending rounded-control bg-(--tone-bg) px-3 py-2 font-medium text-(--tone)">
      Store the API key now. It is not shown again.
    </p>
  );
}
