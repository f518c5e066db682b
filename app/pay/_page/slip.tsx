import { NetworkChip } from '@/app/_ui/network';
import { Closed } from './closed';
import { isPayable } from './page-state';
import { Payable } from './payable';
import { Progress } from './progress';
import type { View } from './view';

/** The slip: who is paid for what, and the state of it. All that changes while it is open. */
export function Slip({ view }: { view: View }) {
  const { payment, state } = view;
  return (
    <>
      <header className="slip-head">
        <h1>
          <bdi>{payment.merchantName}</bdi>
        </h1>
        <p className="slip-reference">
          {payment.reference && <bdi>{payment.reference}</bdi>}
          <NetworkChip network={payment.network} />
        </p>
      </header>
      {isPayable(state) ? (
        <Payable view={view} />
      ) : state === 'seen' || state === 'confirmed' ? (
        <Progress view={view} />
      ) : (
        <Closed view={view} />
      )}
    </>
  );
}
