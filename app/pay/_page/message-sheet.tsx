import { Mark } from '@/app/_ui/logo';
import type { MessageKey } from './messages';
import { Sheet } from './sheet';
import type { Wording } from './wording';

interface Props {
  readonly wording: Wording;
  readonly title: MessageKey;
  readonly heading: MessageKey;
  readonly text: MessageKey;
  /** Offer to load the page again. */
  readonly again?: boolean;
}

/** A slip without a payment: an unknown link, or a server that cannot answer. */
export function MessageSheet({ wording, title, heading, text, again }: Props) {
  return (
    <Sheet language={wording.language} title={wording.plain(title)}>
      <main>
        <div className="slip">
          <div className="closed">
            <Mark />
            <h1>{wording.plain(heading)}</h1>
            <p>{wording.plain(text)}</p>
            {again && (
              <a className="btn btn-quiet btn-large" href={`?lang=${wording.language}`}>
                {wording.plain('checkAgain')}
              </a>
            )}
          </div>
        </div>
      </main>
    </Sheet>
  );
}
