import type { UseFormRegisterReturn } from 'react-hook-form';
import { Checkbox } from '@/app/_ui/field';
import { CUSTOMER_MAIL_KINDS, CUSTOMER_MAIL_LABELS } from '@/lib/domain/customer-mail-kind';

interface Props {
  readonly title?: string;
  readonly field: UseFormRegisterReturn;
  readonly disabled?: boolean;
}

export function CustomerMails({ title = 'Mails to customers', field, disabled = false }: Props) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">{title}</legend>
      <p className="text-ink-3 text-small">
        Sent if the payment has the customer’s e-mail address, and this server sends mail.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {CUSTOMER_MAIL_KINDS.map((kind) => (
          <Checkbox
            key={kind}
            label={CUSTOMER_MAIL_LABELS[kind]}
            value={kind}
            disabled={disabled}
            {...field}
          />
        ))}
      </div>
    </fieldset>
  );
}
