'use client';

import type { FieldErrors, UseFormRegister, UseFormRegisterReturn } from 'react-hook-form';
import { Checkbox, Field, Input, Textarea } from '@/app/_ui/field';
import type { CustomerMailKind } from '@/lib/domain/customer-mail-kind';
import {
  DEFAULT_EVENT_TYPES,
  EVENT_TYPES,
  type EventType,
  eventTypeInfo,
} from '@/lib/domain/event-types';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { CustomerMails } from '../../_form/customer-mails';

export interface KeySettingsValues {
  name: string;
  allowCustomAddresses: boolean;
  allowManagement: boolean;
  allowFollowUps: boolean;
  /** One IP address or range per line. */
  allowedIps: string;
  embedOrigins: string;
  webhookEvents: readonly EventType[];
  customerMails: readonly CustomerMailKind[];
  /** Empty if there is no default. */
  defaultWebhookUrl: string;
  /** In the viewer's time zone, such as "2026-05-01"; empty if the key never expires. */
  expiresOn: string;
}

export const DEFAULT_KEY_SETTINGS: KeySettingsValues = {
  name: '',
  allowCustomAddresses: false,
  allowManagement: false,
  allowFollowUps: false,
  allowedIps: '',
  embedOrigins: '',
  webhookEvents: DEFAULT_EVENT_TYPES,
  customerMails: [],
  defaultWebhookUrl: '',
  expiresOn: '',
};

export function toKeySettingsValues(key: KeyResponse): KeySettingsValues {
  return {
    name: key.name,
    allowCustomAddresses: key.allow_custom_addresses,
    allowManagement: key.allow_management,
    allowFollowUps: key.allow_follow_ups,
    allowedIps: key.allowed_ips.join('\n'),
    embedOrigins: key.embed_origins.join('\n'),
    webhookEvents: key.webhook_events,
    customerMails: key.customer_mails,
    defaultWebhookUrl: key.default_webhook_url ?? '',
    expiresOn: key.expires_at === null ? '' : dayOf(new Date(key.expires_at)),
  };
}

export function toKeySettingsBody(values: KeySettingsValues) {
  return {
    name: values.name,
    allow_custom_addresses: values.allowCustomAddresses,
    allow_management: values.allowManagement,
    allow_follow_ups: values.allowFollowUps,
    allowed_ips: lines(values.allowedIps),
    embed_origins: lines(values.embedOrigins),
    webhook_events: [...values.webhookEvents],
    customer_mails: [...values.customerMails],
    default_webhook_url: values.defaultWebhookUrl.trim() || null,
    expires_at: values.expiresOn === '' ? null : endOfDay(values.expiresOn),
  };
}

/** Form fields by their names in the request body. */
const OF_PARAMETER: Readonly<Record<string, keyof KeySettingsValues>> = {
  name: 'name',
  allow_custom_addresses: 'allowCustomAddresses',
  allow_management: 'allowManagement',
  allow_follow_ups: 'allowFollowUps',
  allowed_ips: 'allowedIps',
  embed_origins: 'embedOrigins',
  webhook_events: 'webhookEvents',
  customer_mails: 'customerMails',
  default_webhook_url: 'defaultWebhookUrl',
  expires_at: 'expiresOn',
};

export const KEY_SETTINGS_ERROR_FIELDS = {
  ofParameter: OF_PARAMETER,
  ofCode: { webhook_url_rejected: 'defaultWebhookUrl' },
} as const;

function lines(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== '');
}

/** Returns the last second of a day in the viewer's time zone. */
function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

function dayOf(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

interface Props {
  readonly register: UseFormRegister<KeySettingsValues>;
  readonly errors: FieldErrors<KeySettingsValues>;
  readonly disabled?: boolean;
}

export function KeySettingsFields({ register, errors, disabled = false }: Props) {
  return (
    <>
      <Field
        label="Default webhook URL"
        hint="For future payments and links without a URL of their own. Leave empty for none."
        error={errors.defaultWebhookUrl?.message}
      >
        <Input
          type="url"
          autoComplete="off"
          placeholder="https://shop.example/webhooks"
          disabled={disabled}
          {...register('defaultWebhookUrl')}
        />
      </Field>
      <EventChoice field={register('webhookEvents')} disabled={disabled} />
      <CustomerMails field={register('customerMails')} disabled={disabled} />
      <Checkbox
        label="Allow customer-provided addresses"
        hint="Your backend may choose the address of a payment (destination_address) instead of using one from the wallet."
        disabled={disabled}
        {...register('allowCustomAddresses')}
      />
      <Checkbox
        label="Allow management over the API"
        hint="This key may change its webhook events and embedding sites, pause endpoints and resend webhooks."
        disabled={disabled}
        {...register('allowManagement')}
      />
      <Checkbox
        label="Let customers ask for a new payment"
        hint="The page of an expired payment offers a new one at the current rate, at most five times. Each uses an address of the wallet."
        disabled={disabled}
        {...register('allowFollowUps')}
      />
      <Field
        label="Allowed IP addresses"
        hint="One address or range per line, such as 203.0.113.0/24. Leave empty to allow any address."
        error={errors.allowedIps?.message}
      >
        <Textarea mono rows={3} disabled={disabled} {...register('allowedIps')} />
      </Field>
      <Field
        label="Sites allowed to embed the payment page"
        hint="One origin per line, such as https://shop.example. Leave empty to allow no sites."
        error={errors.embedOrigins?.message}
      >
        <Textarea mono rows={2} disabled={disabled} {...register('embedOrigins')} />
      </Field>
      <Field
        label="Expires"
        hint="At the end of this day in your time zone. Leave empty for no expiry."
        error={errors.expiresOn?.message}
        className="max-w-60"
      >
        <Input type="date" disabled={disabled} {...register('expiresOn')} />
      </Field>
    </>
  );
}

interface EventChoiceProps {
  readonly field: UseFormRegisterReturn;
  readonly disabled: boolean;
}

function EventChoice({ field, disabled }: EventChoiceProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">Webhook events</legend>
      <p className="text-ink-3 text-small">
        Sent to the webhook URL of each payment, from the next event on. The API always lists all
        events.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={<span className="mono">{type}</span>}
            hint={eventTypeInfo(type).when}
            value={type}
            disabled={disabled}
            {...field}
          />
        ))}
      </div>
    </fieldset>
  );
}
