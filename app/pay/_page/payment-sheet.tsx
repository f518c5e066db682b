import { slipFacts } from './render';
import { Sheet } from './sheet';
import { Slip } from './slip';
import type { View } from './view';

/** The page of a payment: the slip, what never changes around it, and what its script starts from. */
export function PaymentSheet({ view }: { view: View }) {
  const { payment, state, wording } = view;
  const { tag, title, now, expires } = slipFacts(view);
  const test = payment.network !== 'mainnet';
  return (
    <Sheet language={wording.language} title={title} network={payment.network} script>
      <main>
        <div className="slip">
          <div
            id="slip"
            data-tag={tag}
            data-state={state}
            data-now={now}
            data-expires={expires ?? undefined}
          >
            <Slip view={view} />
          </div>
          <p id="offline" className="slip-offline tone-pending" hidden>
            <span>{wording.plain('offline')}</span> <span>{wording.plain('retrying')}</span>
          </p>
          <noscript>
            <div className="slip-noscript">
              <p>{wording.plain('noScript')}</p>
              <a className="btn btn-quiet btn-large" href={`?lang=${wording.language}`}>
                {wording.plain('checkAgain')}
              </a>
            </div>
          </noscript>
        </div>
        <p id="say" className="sr-only" aria-live="polite" />
        <p className="fine-print">
          {test
            ? wording.rich('noteTest', { network: payment.network })
            : wording.rich('noteMainnet')}
        </p>
      </main>
    </Sheet>
  );
}
