import type { Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { siteLink } from '../_library/links';

interface Props {
  readonly tokens: readonly Token[] | undefined;
  /** The file the text stands in. */
  readonly from: string;
}

/** Text with its marks. */
export function Inline({ tokens = [], from }: Props): ReactNode {
  return tokens.map((token, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
    <Fragment key={place}>{one(token, from)}</Fragment>
  ));
}

function one(token: Token, from: string): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} from={from} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} from={from} />
        </em>
      );
    case 'codespan':
      return (
        <code className="mono rounded-badge bg-ledger px-1 py-0.5 text-[0.875em] text-ink wrap-anywhere">
          {breakable((token as Tokens.Codespan).text)}
        </code>
      );
    case 'br':
      return <br />;
    case 'link': {
      const href = siteLink(from, (token as Tokens.Link).href);
      const text = <Inline tokens={token.tokens} from={from} />;
      if (href === undefined) return text;
      return (
        <a
          href={href}
          className="rounded-badge text-accent underline underline-offset-2 hover:text-accent-hover [&_code]:text-accent"
        >
          {text}
        </a>
      );
    }
    default:
      if ('tokens' in token && token.tokens) return <Inline tokens={token.tokens} from={from} />;
      return 'text' in token ? String(token.text) : null;
  }
}

/** Code that may be broken behind an underscore, where a table has little room. */
function breakable(code: string): ReactNode {
  const [first, ...rest] = code.split(/(?<=_)(?=.)/);
  return [
    first,
    ...rest.map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
      <Fragment key={at}>
        <wbr className="sm:hidden" />
        {part}
      </Fragment>
    )),
  ];
}
