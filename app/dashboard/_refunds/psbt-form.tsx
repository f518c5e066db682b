'use client';

import { type SubmitEvent, useState } from 'react';
import { Amount } from '@/app/_ui/amount';
import { Button } from '@/app/_ui/button';
import { CopyTextButton } from '@/app/_ui/copy-button';
import { Fact, FactList } from '@/app/_ui/facts';
import { Field, Input } from '@/app/_ui/field';
import type { ApiEndpointResponse } from '../_data/call-api';
import { normalizeDecimal } from '../_data/normalize-decimal';
import { RequestError } from '../_data/request-error';
import { useChange } from '../_data/use-change';
import { RefusalNote } from './refusal';

const MAKE = 'POST /api/dashboard/refunds/psbt';

/**
 * Offers an unsigned transaction that pays these refunds. The merchant signs it on their own
 * device.
 */
export function PsbtForm({ ids }: { ids: readonly string[] }) {
  const [rate, setRate] = useState('');
  const [change, setChange] = useState('');
  const make = useChange(MAKE, {
    ask: () => ({
      body: {
        ids: [...ids],
        ...(rate.trim() && { fee_rate: Number(normalizeDecimal(rate)) }),
        ...(change.trim() && { change_index: Number(change) }),
      },
    }),
    refetches: false,
    quiet: true,
  });
  const failed = make.error instanceof RequestError ? make.error : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!make.isPending) make.mutate();
  };
  const field = (set: (text: string) => void) => (event: { target: { value: string } }) => {
    make.reset();
    set(event.target.value);
  };
  const at = (name: string) => failed?.fields[name];
  return (
    <form onSubmit={submit} className="grid gap-3" noValidate>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label="Fee rate (sat/vB)"
          hint="Leave empty to confirm in about an hour, as your source estimates."
          error={at('fee_rate')}
        >
          <Input value={rate} inputMode="decimal" autoComplete="off" onChange={field(setRate)} />
        </Field>
        <Field
          label="Change address number"
          hint="Leave empty to use the next change address that is unused as far as Blocktally knows. If your wallet shows a higher number, enter it."
          error={at('change_index')}
        >
          <Input
            value={change}
            inputMode="numeric"
            autoComplete="off"
            onChange={field(setChange)}
          />
        </Field>
      </div>
      {!at('fee_rate') && !at('change_index') && <RefusalNote error={make.error} />}
      {make.data ? (
        <Made made={make.data} />
      ) : (
        <div>
          <Button type="submit" busy={make.isPending}>
            Create PSBT
          </Button>
        </div>
      )}
    </form>
  );
}

function Made({ made }: { made: ApiEndpointResponse<typeof MAKE> }) {
  return (
    <>
      <FactList>
        <Fact name="Network fee">
          <Amount sats={made.fee_sats} />, {Number(made.fee_rate.toFixed(2))} sat/vB
        </Fact>
        <Fact name="Change">
          {made.change_sats === 0 ? (
            'No change output, because it would be too small to spend'
          ) : (
            <>
              <Amount sats={made.change_sats} /> to change address {made.change_index}
            </>
          )}
        </Fact>
      </FactList>
      {!made.checked && (
        <p className="text-pending text-small">
          Your source could not check whether the wallet has already spent these outputs. If it has,
          the transaction is refused when you send it, and nothing is lost.
        </p>
      )}
      <p className="text-ink-2 text-small">
        Unsigned. Compare the amount and the address on your device before you sign.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => download(made.psbt)}>
          Download PSBT
        </Button>
        <CopyTextButton text={made.psbt}>Copy PSBT</CopyTextButton>
      </div>
    </>
  );
}

/** Saves the transaction as a binary PSBT file (BIP 174). */
function download(base64: string): void {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'refund.psbt';
  link.click();
  URL.revokeObjectURL(url);
}
