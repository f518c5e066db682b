'use client';

import { type SubmitEvent, useEffect, useState } from 'react';
import { Address } from '@/app/_ui/address';
import { Amount } from '@/app/_ui/amount';
import { Button } from '@/app/_ui/button';
import { CopyTextButton } from '@/app/_ui/copy-button';
import { Dialog } from '@/app/_ui/dialog';
import { Field, Input } from '@/app/_ui/field';
import { Qr } from '@/app/_ui/qr';
import { Tab, TabList, TabPanel, TabsRoot } from '@/app/_ui/tabs';
import { fieldErrorMessage, RequestError } from '../_data/request-error';
import { useChange } from '../_data/use-change';
import { CancelRefund } from './cancel-refund';
import { PsbtForm } from './psbt-form';
import type { RefundProps } from './refund-props';
import { formatRefundAmount } from './refund-words';
import { isExcessRefundError } from './refusal';

/**
 * Offers three ways to pay a refund: a QR code, a PSBT, or the id of a transaction that has already
 * paid it.
 */
export function SendRefund({ refund, detail, onClose }: RefundProps) {
  const { id, price, address, payment_uri: uri, amount_sats: sats } = refund;
  const excess = useQuote(refund);
  if (!address || !uri) return null;
  const btc = new URLSearchParams(uri.split('?')[1]).get('amount') ?? '';
  return (
    <Dialog
      title="Send refund"
      className="max-w-[36rem]"
      actions={
        <>
          <CancelRefund refund={refund} onDone={onClose} />
          <CopyTextButton text={btc}>Copy amount</CopyTextButton>
          <CopyTextButton text={address}>Copy address</CopyTextButton>
          <a className="btn btn-primary" href={uri}>
            Open in wallet
          </a>
        </>
      }
    >
      {excess}
      <div className="grid gap-x-6 gap-y-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
        <div className="qr-tile w-48 max-w-full self-start">
          <Qr text={uri} label={`QR code for ${formatRefundAmount(refund)} to ${address}`} />
        </div>
        <div className="grid content-start gap-3">
          <div className="grid">
            <span className="text-ink-3 text-small">Send exactly</span>
            <span className="font-bold text-figure">
              <Amount sats={sats} />
            </span>
            {price && (
              <span className="text-ink-2 text-small">
                {formatRefundAmount(refund)} at the current rate, guaranteed for 10 min
              </span>
            )}
          </div>
          <div className="grid gap-1">
            <span className="text-ink-3 text-small">
              {refund.address_given_by === 'customer'
                ? 'To the address that your customer gave'
                : 'To the address'}
            </span>
            <Address address={address} />
          </div>
        </div>
      </div>
      <TabsRoot defaultValue="qr">
        <TabList aria-label="How to pay">
          <Tab value="qr">QR code</Tab>
          <Tab value="psbt">PSBT file</Tab>
          <Tab value="paid">Already paid</Tab>
        </TabList>
        <TabPanel value="qr">
          <div className="grid justify-items-start gap-3">
            <p className="text-ink-2 text-small">
              This server can watch your wallet but cannot spend from it. Scan the code with your
              wallet, then close this window. The refund is on its way once the transaction is seen.
            </p>
            {detail.can.simulate && <PayOnSandbox id={id} />}
          </div>
        </TabPanel>
        <TabPanel value="psbt">
          <PsbtForm ids={[id]} />
        </TabPanel>
        <TabPanel value="paid">
          <AlreadyPaid id={id} claimed={refund.claimed_txid} />
        </TabPanel>
      </TabsRoot>
    </Dialog>
  );
}

/**
 * Fixes the satoshis of a refund in currency for ten minutes. Returns the server's error message,
 * and a button to confirm a refund of more than was received.
 */
function useQuote({ id, price }: RefundProps['refund']) {
  const quote = useChange('POST /api/dashboard/refunds/{id}/quote', {
    ask: (confirmed: boolean) => ({ id, body: { confirm_excess: confirmed } }),
    quiet: true,
  });
  const { mutate } = quote;
  const isPriced = price !== null;
  useEffect(() => {
    if (isPriced) mutate(false);
  }, [isPriced, mutate]);
  if (!(quote.error instanceof RequestError)) return null;
  return (
    <div role="alert" className="grid justify-items-start gap-2 bg-failed-bg px-3 py-2 text-failed">
      <p>{quote.error.message}</p>
      {isExcessRefundError(quote.error) && (
        <Button size="small" variant="danger" busy={quote.isPending} onClick={() => mutate(true)}>
          Give back more than received
        </Button>
      )}
    </div>
  );
}

function PayOnSandbox({ id }: { id: string }) {
  const pay = useChange('POST /api/dashboard/refunds/{id}/simulate', {
    ask: () => ({ id }),
    done: () => 'Paid from the sandbox.',
  });
  return (
    <Button busy={pay.isPending} onClick={() => pay.mutate()}>
      Pay from the sandbox
    </Button>
  );
}

function AlreadyPaid({ id, claimed }: { id: string; claimed: string | null }) {
  const [txid, setTxid] = useState(claimed ?? '');
  const paid = useChange('POST /api/dashboard/refunds/{id}/paid', {
    ask: (text: string) => ({ id, body: { txid: text } }),
    quiet: true,
    done: () => 'Looking for the transaction.',
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!paid.isPending) paid.mutate(txid.trim().toLowerCase());
  };
  return (
    <form onSubmit={submit} className="grid justify-items-start gap-3">
      <Field
        className="w-full"
        label="Transaction id"
        hint={
          claimed
            ? 'No output of this transaction pays the exact amount to the address yet.'
            : 'The transaction must pay the exact amount to the address.'
        }
        error={fieldErrorMessage('txid', paid.error)}
      >
        <Input
          mono
          value={txid}
          autoComplete="off"
          onChange={({ target }) => setTxid(target.value)}
        />
      </Field>
      <Button type="submit" busy={paid.isPending} disabled={txid.trim() === ''}>
        Find transaction
      </Button>
    </form>
  );
}
