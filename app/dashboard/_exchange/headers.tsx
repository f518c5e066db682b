interface Props {
  readonly label: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** Header lines as they went, names beside values. */
export function Headers({ label, headers }: Props) {
  if (headers.length === 0) return <p className="text-ink-3">No headers.</p>;
  return (
    <dl
      aria-label={label}
      className="mono grid gap-x-4 gap-y-1 text-small sm:grid-cols-[minmax(8rem,max-content)_minmax(0,1fr)]"
    >
      {headers.map(([name, value]) => (
        <div key={name} className="contents max-sm:block">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 wrap-anywhere text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
