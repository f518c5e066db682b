import { lexer, type Token, type Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { CodeBlock } from '@/app/_ui/code-block';
import { FieldList, isFieldList } from './field-list';
import { anchorOf } from './headings';
import { Inline } from './inline';
import { plainText } from './plain-text';
import { ProseTable } from './prose-table';

interface Props {
  readonly markdown: string;
  /** The file the text stands in: its links are relative to it. */
  readonly from: string;
  /** What the parts that scroll are called, so that no two of a page are called the same. */
  readonly name?: string;
  /** Whether headings can be linked to: only one text of a page has its anchors. */
  readonly anchors?: boolean;
}

interface Place {
  readonly from: string;
  readonly anchors: boolean;
  readonly label: (what: string) => string;
}

/** Markdown in the product's hand, rendered on the server. */
export function Markdown({ markdown, from, name = 'this page', anchors = true }: Props) {
  let count = 0;
  const label = (what: string) => `${what} ${++count} of ${name}`;
  return <Blocks tokens={lexer(markdown)} place={{ from, label, anchors }} />;
}

function Blocks({ tokens, place }: { tokens: readonly Token[]; place: Place }): ReactNode {
  return tokens.map((token, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
    <Fragment key={at}>{block(token, place)}</Fragment>
  ));
}

function block(token: Token, place: Place): ReactNode {
  const { from } = place;
  switch (token.type) {
    case 'heading':
      return <Heading token={token as Tokens.Heading} place={place} />;
    case 'paragraph':
      return (
        <p className="mt-4 max-w-[68ch]">
          <Inline tokens={token.tokens} from={from} />
        </p>
      );
    case 'text':
      return <Inline tokens={'tokens' in token ? token.tokens : [token]} from={from} />;
    case 'code':
      return (
        <CodeBlock
          className="mt-4"
          code={(token as Tokens.Code).text}
          label={place.label('code')}
        />
      );
    case 'table':
      return isFieldList(token as Tokens.Table) ? (
        <FieldList table={token as Tokens.Table} from={from} />
      ) : (
        <ProseTable table={token as Tokens.Table} from={from} label={place.label('table')} />
      );
    case 'list':
      return <List list={token as Tokens.List} place={place} />;
    case 'blockquote':
      return (
        <blockquote className="mt-4 max-w-[68ch] border-rule-5 border-s-4 ps-4 text-ink-2">
          <Blocks tokens={token.tokens ?? []} place={place} />
        </blockquote>
      );
    case 'hr':
      return <hr className="mt-8" />;
    default:
      return null;
  }
}

const HEADINGS = {
  1: { Tag: 'h1', classes: 'text-display-phone' },
  2: { Tag: 'h2', classes: 'mt-8 border-t pt-6 text-title' },
  3: { Tag: 'h3', classes: 'mt-8 text-section' },
} as const;

function Heading({ token: { depth, tokens }, place }: { token: Tokens.Heading; place: Place }) {
  const { Tag, classes } = HEADINGS[depth === 1 || depth === 2 ? depth : 3];
  const content = <Inline tokens={tokens} from={place.from} />;
  if (!place.anchors) return <Tag className={classes}>{content}</Tag>;
  const text = plainText(tokens);
  const id = anchorOf(text);
  return (
    <Tag id={id} className={`group scroll-mt-6 ${classes}`}>
      {content}
      {depth > 1 && (
        <a
          href={`#${id}`}
          aria-label={`Link to "${text}"`}
          className="ms-2 rounded-badge font-normal text-ink-3 no-underline opacity-0 hover:text-accent focus:opacity-100 group-hover:opacity-100"
        >
          #
        </a>
      )}
    </Tag>
  );
}

function List({ list, place }: { list: Tokens.List; place: Place }) {
  const Tag = list.ordered ? 'ol' : 'ul';
  return (
    <Tag
      className={`mt-4 max-w-[68ch] space-y-2 ps-6 marker:text-ink-3 ${list.ordered ? 'list-decimal' : 'list-disc'}`}
    >
      {list.items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
        <li key={at}>
          <Blocks tokens={item.tokens} place={place} />
        </li>
      ))}
    </Tag>
  );
}
