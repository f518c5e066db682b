import type { Tokens } from 'marked';
import { Inline } from './inline';

interface Props {
  readonly table: Tokens.Table;
  readonly from: string;
}

/** Whether a table lists fields: their name, their type, and what they mean. */
export function isFieldList({ header }: Tokens.Table): boolean {
  return header[1]?.text === 'type' && header[2]?.text === '';
}

/** Fields under one another, each with its meaning below: no column gets too narrow for a name. */
export function FieldList({ table: { rows }, from }: Props) {
  return (
    <dl className="mt-4 border-rule-5 border-y text-ui">
      {rows.map(([name, type, meaning]) => (
        <div key={name?.text} className="border-t py-2.5 first:border-t-0">
          <dt className="flex flex-wrap items-baseline gap-x-3 [&_code]:bg-transparent [&_code]:p-0">
            <span className="text-ink wrap-anywhere">
              <Inline tokens={name?.tokens} from={from} />
            </span>
            <span className="text-ink-3 text-small [&_code]:text-ink-3">
              <Inline tokens={type?.tokens} from={from} />
            </span>
          </dt>
          {meaning?.text && (
            <dd className="mt-1 max-w-[68ch] text-ink-2">
              <Inline tokens={meaning.tokens} from={from} />
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
