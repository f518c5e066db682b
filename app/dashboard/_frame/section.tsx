import { type ReactNode, useId } from 'react';

interface Props {
  readonly title: string;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, note, aside, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2 [&>a]:tap-line">
        <div className="flex flex-wrap items-baseline gap-x-2.5">
          <h2 id={id} className="text-section">
            {title}
          </h2>
          {note && <span className="text-ink-3">{note}</span>}
        </div>
        {aside}
      </div>
      {children}
    </section>
  );
}
