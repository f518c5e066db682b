'use client';

import { type UseFormRegisterReturn, useFormContext } from 'react-hook-form';
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

/** The fields have the names of the request body’s fields. */
export interface KeySettingsValues {
  name: string;
  allow_custom_addresses: boolean;
  allow_management: boolean;
  allow_follow_ups: boolean;
  /** One IP address or range per line. */
  allowed_ips: string;
  embed_origins: string;
  webhook_events: readonly EventType[];
  customer_mails: readonly CustomerMailKind[];
  /** Empty if there is no default. */
  default_webhook_url: string;
  /** In the viewer's time zone, such as "2026-05-01"; empty if the key never expires. */
  expires_at: string;
}

export const DEFAULT_KEY_SETTINGS: KeySettingsValues = {
  name: '',
  allow_custom_addresses: false,
  allow_management: false,
  allow_follow_ups: false,
  allowed_ips: '',
  embed_origins: '',
  webhook_events: DEFAULT_EVENT_TYPES,
  customer_mails: [],
  default_webhook_url: '',
  expires_at: '',
};

export function toKeySettingsValues(key: KeyResponse): KeySettingsValues {
  return {
    name: key.name,
    allow_custom_addresses: key.allow_custom_addresses,
    allow_management: key.allow_management,
    allow_follow_ups: key.allow_follow_ups,
    allowed_ips: key.allowed_ips.join('\n'),
    embed_origins: key.embed_origins.join('\n'),
    webhook_events: key.webhook_events,
    customer_mails: key.customer_mails,
    default_webhook_url: key.default_webhook_url ?? '',
    expires_at: key.expires_at === null ? '' : dayOf(new Date(key.expires_at)),
  };
}

export function toKeySettingsBody(values: KeySettingsValues) {
  return {
    name: values.name,
    allow_custom_addresses: values.allow_custom_addresses,
    allow_management: values.allow_management,
    allow_follow_ups: values.allow_follow_ups,
    allowed_ips: lines(values.allowed_ips),
    embed_origins: lines(values.embed_origins),
    webhook_events: [...values.webhook_events],
    customer_mails: [...values.customer_mails],
    default_webhook_url: values.default_webhook_url.trim() || null,
    expires_at: values.expires_at === '' ? null : endOfDay(values.expires_at),
  };
}

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

export function KeySettingsFields({ disabled = false }: { readonly disabled?: boolean }) {
  const { register, formState } = useFormContext<KeySettingsValues>();
  const { errors } = formState;
  return (
    <>
      <Field
        label="Default webhook URL"
        hint="For future payments and links without a URL of their own. Leave empty for none."
        error={errors.default_webhook_url?.message}
      >
        <Input
          type="url"
          autoComplete="off"
          placeholder="https://shop.example/webhooks"
          disabled={disabled}
          {...register('default_webhook_url')}
        />
      </Field>
      <EventChoice field={register('webhook_events')} disabled={disabled} />
      <CustomerMails field={register('customer_mails')} disabled={disabled} />
      <Checkbox
        label="Allow customer-provided addresses"
        hint="Your backend may choose the address of a payment (destination_address) instead of using one from the wallet."
        disabled={disabled}
        {...register('allow_custom_addresses')}
      />
      <Checkbox
        label="Allow management over the API"
        hint="This key can choose its webhook events and the websites that embed its payment pages, pause endpoints, and resend webhooks."
        disabled={disabled}
        {...register('allow_management')}
      />
      <Checkbox
        label="Let customers ask for a new payment"
        hint="The page of an expired payment offers a new one at the current rate, at most five times. Each uses an address of the wallet."
        disabled={disabled}
        {...register('allow_follow_ups')}
      />
      <Field
        label="Allowed IP addresses"
        hint="One address or range per line, such as 203.0.113.0/24. Leave empty to allow any address."
        error={errors.allowed_ips?.message}
      >
        <Textarea mono rows={3} disabled={disabled} {...register('allowed_ips')} />
      </Field>
      <Field
        label="Sites allowed to embed the payment page"
        hint="One origin per line, such as https://shop.example. Leave empty to allow no sites."
        error={errors.embed_origins?.message}
      >
        <Textarea mono rows={2} disabled={disabled} {...register('embed_origins')} />
      </Field>
      <Field
        label="Expires"
        hint="At the end of this day in your time zone. Leave empty for no expiry."
        error={errors.expires_at?.message}
        className="max-w-60"
      >
        <Input type="date" disabled={disabled} {...register('expires_at')} />
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
