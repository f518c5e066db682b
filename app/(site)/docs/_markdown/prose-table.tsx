import type { Tokens } from 'marked';
import { Inline } from './inline';

interface Props {
  readonly table: Tokens.Table;
  readonly from: string;
  readonly label: string;
}

/** A table of a text. What is too wide for a phone scrolls by itself; the keyboard can too. */
export function ProseTable({ table: { header, rows }, from, label }: Props) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="mt-4 overflow-x-auto -outline-offset-2"
    >
      <table className="w-full border-rule-5 border-y text-start text-ui">
        <thead className="bg-ledger">
          <tr>
            {header.map((cell, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
              <HeadCell key={at} cell={cell} from={from} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
            <tr key={line} className="border-t nth-[5n]:border-b nth-[5n]:border-b-rule-5">
              {row.map((cell, at) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
                  key={at}
                  className="min-w-32 first:min-w-0 px-3 py-2 align-top first:ps-2 [&_code]:bg-transparent [&_code]:p-0 [&_code]:wrap-normal"
                >
                  <Inline tokens={cell.tokens} from={from} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A column without a name has no head: an empty one would be read out as such. */
function HeadCell({ cell, from }: { cell: Tokens.TableCell; from: string }) {
  if (cell.text === '') return <td />;
  return (
    <th scope="col" className="px-3 py-2 text-start text-head text-ink-3 first:ps-2">
      <Inline tokens={cell.tokens} from={from} />
    </th>
  );
}
