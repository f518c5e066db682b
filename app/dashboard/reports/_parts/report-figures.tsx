import type { ReactNode } from 'react';
import { Amount } from '@/app/_ui/amount';
import { IntentLink } from '@/app/_ui/intent-link';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { BookAmountResponse, ReportResponse } from '@/lib/http/reports/report-response';
import { HOME } from '../../_frame/paths';
import { ReportAmountText } from './report-amount-text';

interface Props {
  readonly report: ReportResponse;
}

export function ReportFigures({ report: { total, currency } }: Props) {
  const { gross, refunded, net, fees, payments, refunds } = total;
  return (
    <dl className="report-figures">
      <Figure name="Gross" of={gross} currency={currency}>
        {countWithNoun(payments, 'payment')}
      </Figure>
      <Figure name="Refunds" of={refunded} currency={currency} deducted>
        {countWithNoun(refunds, 'refund')}
      </Figure>
      <Figure name="Net" of={net} currency={currency} main />
      <Figure name="Network fees of refunds" of={fees} currency={currency} deducted>
        not included in net
      </Figure>
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly of: BookAmountResponse;
  readonly currency: string | null;
  readonly deducted?: boolean;
  readonly main?: boolean;
  readonly children?: ReactNode;
}

function Figure({ name, of, currency, deducted = false, main = false, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={main ? 'report-value is-main' : 'report-value'}>
          <ReportAmountText of={of} currency={currency} deducted={deducted} />
        </span>
        {currency && (
          <span>
            {deducted && of.sats !== 0 && '−'}
            <Amount sats={of.sats} />
          </span>
        )}
        {children && <span>{children}</span>}
      </dd>
    </div>
  );
}

/** Says what the figures leave out: entries without a rate, and money that needs a decision. */
export function ReportExclusions({ report: { total, currency, not_counted: held } }: Props) {
  const { without_rate: without } = total;
  return (
    <>
      {without > 0 && currency && (
        <p className="report-missing">
          {countWithNoun(without, 'payment or refund has', 'payments and refunds have')} no rate in{' '}
          {currency}. {without === 1 ? 'It counts' : 'They count'} in satoshis only.
        </p>
      )}
      {held.payments > 0 && (
        <p className="report-missing">
          <span>
            Not counted:{' '}
            <ReportAmountText
              of={{ sats: held.sats, amount: held.volume?.amount ?? null }}
              currency={currency}
            />{' '}
            in {countWithNoun(held.payments, 'payment that needs', 'payments that need')} your
            decision.
          </span>
          <IntentLink href={HOME} className="tap-line text-accent underline">
            View in inbox
          </IntentLink>
        </p>
      )}
    </>
  );
}
