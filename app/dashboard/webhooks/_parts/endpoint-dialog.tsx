'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import { Checkbox, Field, Input, Select } from '@/app/_ui/field';
import { CopyableSecret } from '@/app/_ui/secret';
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, eventTypeInfo } from '@/lib/domain/event-types';
import type { Network } from '@/lib/domain/network';
import type { EndpointResponse } from '@/lib/http/endpoints/endpoint-response';
import { keyQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { type FieldErrorTexts, FormDialog } from '../../_form/form-dialog';

interface Values {
  readonly name: string;
  readonly url: string;
  readonly events: readonly (typeof EVENT_TYPES)[number][];
  readonly network: Network | null;
}

const FIELDS = ['name', 'url', 'events'];

const NEW: Values = { name: '', url: '', events: DEFAULT_EVENT_TYPES, network: null };

/** Adds an endpoint and shows its signing secret once. */
export function AddEndpoint() {
  const [open, setOpen] = useState(false);
  const [values, setValues] = useState(NEW);
  const add = useChange('POST /api/dashboard/endpoints', {
    ask: () => ({ body: { ...values, events: [...values.events], url: values.url.trim() } }),
    answerFirst: true,
    quiet: true,
  });
  function change(next: boolean) {
    setOpen(next);
    if (next) return;
    add.reset();
    setValues(NEW);
  }
  return (
    <DialogRoot open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button variant="primary">Add endpoint</Button>
      </DialogTrigger>
      {add.data ? (
        <Dialog
          title="Endpoint added"
          stays
          actions={
            <Button variant="primary" onClick={() => change(false)}>
              I have stored it
            </Button>
          }
        >
          <CopyableSecret
            label="signing secret"
            secret={add.data.signing_secret}
            hint="Your endpoint verifies webhooks with it. It is not shown again."
          />
        </Dialog>
      ) : (
        <FormDialog
          title="Add endpoint"
          confirm="Add endpoint"
          change={add}
          onSubmit={add.mutate}
          fields={FIELDS}
          description="The endpoint gets the events of all your payments, even if a payment has another webhook URL. Its webhooks are signed with its own secret."
        >
          {(errors) => <Fields values={values} errors={errors} hasUrl onChange={setValues} />}
        </FormDialog>
      )}
    </DialogRoot>
  );
}

/** Changes an endpoint's name and, if a member added it, its events. */
export function EditEndpoint({ endpoint }: { endpoint: EndpointResponse }) {
  const [open, setOpen] = useState(false);
  const { id, url, network } = endpoint;
  const before = { name: endpoint.name ?? '', url, events: endpoint.events ?? [], network };
  const [values, setValues] = useState<Values>(before);
  const isAdded = endpoint.events !== null;
  const edit = useChange('PATCH /api/dashboard/endpoints/{id}', {
    ask: () => {
      const { name, events } = values;
      const more = { events: [...events], network: values.network };
      return { id, body: { name, ...(isAdded && more) } };
    },
    done: () => 'Endpoint changed.',
    quiet: true,
  });
  function change(next: boolean) {
    setOpen(next);
    setValues(before);
    edit.reset();
  }
  return (
    <DialogRoot open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button>{isAdded ? 'Edit' : 'Name'}</Button>
      </DialogTrigger>
      <FormDialog
        title={isAdded ? 'Edit endpoint' : 'Name this endpoint'}
        confirm="Save"
        change={edit}
        onSubmit={() => edit.mutate(undefined, { onSuccess: () => setOpen(false) })}
        fields={FIELDS}
      >
        {(errors) => (
          <Fields values={values} errors={errors} hasEvents={isAdded} onChange={setValues} />
        )}
      </FormDialog>
    </DialogRoot>
  );
}

interface FieldsProps {
  readonly values: Values;
  readonly errors: FieldErrorTexts;
  readonly hasUrl?: boolean;
  readonly hasEvents?: boolean;
  readonly onChange: (values: Values) => void;
}

function Fields({ values, errors, hasUrl = false, hasEvents = true, onChange }: FieldsProps) {
  return (
    <>
      <Field label="Name" error={errors.name}>
        <Input
          value={values.name}
          maxLength={80}
          onChange={({ target }) => onChange({ ...values, name: target.value })}
        />
      </Field>
      {hasUrl && (
        <Field label="URL" error={errors.url}>
          <Input
            type="url"
            inputMode="url"
            placeholder="https://shop.example/webhooks"
            value={values.url}
            onChange={({ target }) => onChange({ ...values, url: target.value })}
          />
        </Field>
      )}
      {hasEvents && <Events values={values} error={errors.events} onChange={onChange} />}
    </>
  );
}

interface EventsProps extends Pick<FieldsProps, 'values' | 'onChange'> {
  readonly error: string | undefined;
}

function Events({ values, error, onChange }: EventsProps) {
  const { data: keys } = useQuery(keyQueries.list());
  const networks = [...new Set((keys?.data ?? []).map(({ network }) => network))];
  const { events, network } = values;
  return (
    <>
      {networks.length > 1 && (
        <Field label="Payments on">
          <Select
            value={network ?? ''}
            onChange={({ target }) =>
              onChange({ ...values, network: networks.find((one) => one === target.value) ?? null })
            }
          >
            <option value="">every network</option>
            {networks.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <fieldset className="grid gap-3">
        <legend className="mb-1 font-medium">Events</legend>
        {EVENT_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={<span className="mono">{type}</span>}
            hint={eventTypeInfo(type).when}
            checked={events.includes(type)}
            onChange={({ target }) =>
              onChange({
                ...values,
                events: EVENT_TYPES.filter((one) =>
                  one === type ? target.checked : events.includes(one),
                ),
              })
            }
          />
        ))}
        {error && <p className="text-failed text-small">{error}</p>}
      </fieldset>
    </>
  );
}
