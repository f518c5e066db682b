interface Props {
  readonly label: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** Header lines as they went: in a narrow place one after the other, else names beside values. */
export function Headers({ label, headers }: Props) {
  if (headers.length === 0) return <p className="text-ink-3">No headers.</p>;
  return (
    <div className="@container">
      <dl
        aria-label={label}
        className="mono grid gap-x-4 gap-y-1 text-small @min-[34rem]:grid-cols-[max-content_minmax(0,1fr)]"
      >
        {headers.map(([name, value]) => (
          <div key={name} className="ps-4 -indent-4 @min-[34rem]:contents @min-[34rem]:indent-0">
            <dt className="inline text-ink-3">{name}: </dt>
            <dd className="inline min-w-0 wrap-anywhere text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
