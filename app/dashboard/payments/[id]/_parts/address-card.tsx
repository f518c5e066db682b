import { Address } from '@/app/_ui/address';
import { CopyButton } from '@/app/_ui/copy-button';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import { Fact, FactList } from './fact';
import { Section } from './section';

const FINGERPRINT_SHOWN = 16;

/** The address, and where the merchant's wallet finds it. */
export function AddressCard({ detail }: { detail: PaymentDetailAnswer }) {
  const { payment, derivation } = detail;
  return (
    <Section title="Address" aside={<CopyButton text={payment.address} label="Copy address" />}>
      <p className="text-body">
        <Address address={payment.address} />
      </p>
      {derivation ? (
        <FactList>
          <Fact name="Path">
            <span className="mono">{derivation.path}</span>
          </Fact>
          <Fact name="Index">{derivation.index}</Fact>
          <Fact name="Fingerprint">
            <span className="mono" title={derivation.fingerprint}>
              {derivation.fingerprint.slice(0, FINGERPRINT_SHOWN)}
            </span>
          </Fact>
          <Fact name="Descriptor">
            <span className="flex items-start gap-1">
              <span className="mono line-clamp-3 min-w-0 break-all text-small">
                {derivation.descriptor}
              </span>
              <CopyButton text={derivation.descriptor} label="Copy descriptor" />
            </span>
          </Fact>
        </FactList>
      ) : (
        <p className="text-ink-2">
          Given when the payment was created; it is not from this wallet’s descriptor.
        </p>
      )}
    </Section>
  );
}
