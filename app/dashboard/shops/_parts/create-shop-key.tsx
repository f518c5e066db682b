'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Field, Select } from '@/app/_ui/field';
import { CopyableSecret, SaveApiKeyWarning } from '@/app/_ui/secret';
import { keyQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { NEW_KEY } from '../../_frame/paths';

interface Props {
  readonly plugin: string;
  readonly name: string;
}

/**
 * Creates a key with the plugin's permissions, and shows it once, together with the store id that
 * BTCPay plugins expect.
 */
export function CreateShopKey({ plugin, name }: Props) {
  const { data } = useQuery(keyQueries.list());
  const usable = (data?.data ?? []).filter(({ state }) => state === 'active');
  const [chosen, setChosen] = useState('');
  const store = usable.find(({ id }) => id === chosen) ?? usable[0];
  const create = useChange('POST /api/dashboard/shops', {
    ask: (apiKeyId: string) => ({ body: { plugin, api_key_id: apiKeyId } }),
    answerFirst: true,
  });
  if (create.data) {
    return (
      <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-4" aria-live="polite">
        <SaveApiKeyWarning />
        <CopyableSecret
          label="API key"
          secret={create.data.api_key}
          hint={`Paste it in ${name}.`}
        />
        <CopyableSecret
          label="store id"
          secret={create.data.store_id}
          hint="The ID of the API key that new orders will belong to."
        />
      </div>
    );
  }
  if (!store) {
    return (
      <p className="text-ink-2 text-small">
        Orders belong to an API key, and you have none yet.{' '}
        <ButtonLink href={NEW_KEY} size="small">
          Create API key
        </ButtonLink>
      </p>
    );
  }
  return (
    <div className="flex max-w-reading flex-wrap items-end gap-2">
      <Field label="Store" className="min-w-0 flex-1 basis-56">
        <Select value={store.id} onChange={(event) => setChosen(event.target.value)}>
          {usable.map(({ id, name: keyName, network }) => (
            <option key={id} value={id}>
              {keyName}, {network}
            </option>
          ))}
        </Select>
      </Field>
      <Button busy={create.isPending} onClick={() => create.mutate(store.id)}>
        Create key for {name}
      </Button>
    </div>
  );
}
