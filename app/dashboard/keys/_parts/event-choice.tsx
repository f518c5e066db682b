'use client';

import type { UseFormRegisterReturn } from 'react-hook-form';
import { Checkbox } from '@/app/_ui/field';
import { aboutEvent, EVENT_TYPES } from '@/lib/domain/event-types';

interface Props {
  readonly field: UseFormRegisterReturn;
  readonly disabled: boolean;
}

/** The events that the webhooks of a key tell. */
export function EventChoice({ field, disabled }: Props) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">Webhook events</legend>
      <p className="text-ink-3 text-small">
        Sent to the webhook URL of each payment, from the next event on. The API lists all of them
        either way.
      </p>
      <div className="grid gap-3 sm:grid-cols-2">
        {EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={<span className="mono">{type}</span>}
            hint={aboutEvent(type).when}
            value={type}
            disabled={disabled}
            {...field}
          />
        ))}
      </div>
    </fieldset>
  );
}
