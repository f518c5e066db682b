'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '@/app/_ui/counted';
import { Field, Select } from '@/app/_ui/field';
import { TIME_RANGES, type TimeRange } from '@/lib/domain/time-range';
import { deliveryQueries } from '../../../_data/queries';
import { Section } from '../../../_frame/section';
import { RANGE_CHOICES } from '../../../_list/filters';
import { ResendAll } from '../../../deliveries/_parts/resend';

/** Resends the failed deliveries of a period, after asking with their number. */
export function ResendFailed({ endpointId }: { endpointId: string }) {
  const [range, setRange] = useState<TimeRange>('7d');
  const filters = { endpoint: endpointId, range };
  const search = new URLSearchParams({ ...filters, status: 'failed', limit: '1' });
  const { data, isPlaceholderData } = useQuery(deliveryQueries.list(search.toString()));
  const failed = isPlaceholderData ? undefined : data?.pagination.total;
  return (
    <Section title="Resend failed deliveries">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Events of the" className="grow basis-40">
          <Select
            value={range}
            onChange={({ target }) =>
              setRange(TIME_RANGES.find((one) => one === target.value) ?? '7d')
            }
          >
            {RANGE_CHOICES.map(([choice, name]) => (
              <option key={choice} value={choice}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        {failed !== undefined && failed > 0 && <ResendAll count={failed} filters={filters} />}
      </div>
      <p aria-live="polite" className="text-ink-2 text-small">
        {failed === 0 && 'Nothing to resend in this period.'}
        {failed !== undefined &&
          failed > 0 &&
          `${counted(failed, 'failed delivery', 'failed deliveries')}.`}
      </p>
    </Section>
  );
}
