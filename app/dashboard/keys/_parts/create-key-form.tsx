'use client';

import type { Route } from 'next';
import { type SubmitHandler, type UseFormRegister, useForm } from 'react-hook-form';
import { Button } from '@/app/_ui/button';
import { ButtonLink } from '@/app/_ui/button-link';
import { Field } from '@/app/_ui/field';
import { Input } from '@/app/_ui/input';
import { Select } from '@/app/_ui/select';
import { Textarea } from '@/app/_ui/textarea';
import { toast } from '@/app/_ui/toast';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { type CreatedKeyAnswer, createdKeyAnswer } from '../../_data/key-answers';
import { keyQueries } from '../../_data/queries';
import { RequestFailed } from '../../_data/request-failed';
import { useAct } from '../../_data/use-act';
import { AddressPreview } from './address-preview';
import { SettingsFields } from './settings-fields';
import { NO_SETTINGS, SETTINGS_FIELDS, type SettingsValues, settingsBody } from './settings-values';
import { usePreview } from './use-preview';

interface Values extends SettingsValues {
  network: Network;
  descriptor: string;
  addressType: string;
}

/** What a key that stands alone, as wallets export it, may be for. */
const ADDRESS_TYPES = [
  ['wpkh', 'Native segwit (bc1q…)'],
  ['tr', 'Taproot (bc1p…)'],
  ['sh(wpkh)', 'Nested segwit (3…)'],
  ['pkh', 'Legacy (1…)'],
] as const;

interface Props {
  /** Networks the server follows. */
  readonly followed: readonly Network[];
  readonly onCreated: (created: CreatedKeyAnswer) => void;
}

export function CreateKeyForm({ followed, onCreated }: Props) {
  const form = useForm<Values>({
    defaultValues: {
      ...NO_SETTINGS,
      network: followed[0] ?? 'regtest',
      descriptor: '',
      addressType: 'wpkh',
    },
  });
  const { register, handleSubmit, setError, watch, formState } = form;
  const { errors } = formState;
  const [network, descriptor, addressType] = watch(['network', 'descriptor', 'addressType']);
  const bare = /^\s*(?:\[[^\]]*\])?[xt]pub[^()]*$/.test(descriptor);
  const preview = usePreview(network, descriptor, bare ? addressType : '');
  const create = useAct<CreatedKeyAnswer, Values>({
    path: () => '/api/dashboard/keys',
    body: (values) => ({
      ...settingsBody(values),
      network: values.network,
      descriptor: values.descriptor.trim(),
      ...(bare && { address_type: values.addressType }),
    }),
    answer: createdKeyAnswer,
    changes: [keyQueries.all()],
    quiet: true,
  });
  const submit: SubmitHandler<Values> = (values) => {
    if (preview.kind === 'refused') return;
    create.mutate(values, {
      onSuccess: onCreated,
      onError: (error) => {
        const fields = error instanceof RequestFailed ? Object.entries(error.fields) : [];
        for (const [name, message] of fields) {
          setError(FIELDS[name] ?? 'root', { message }, { shouldFocus: true });
        }
        if (fields.length === 0) toast.error(error.message);
      },
    });
  };
  const wrong = preview.kind === 'refused' ? preview.message : errors.descriptor?.message;
  return (
    <form onSubmit={handleSubmit(submit)} noValidate className="grid max-w-reading gap-6">
      <div className="flex flex-wrap gap-4">
        <Field
          label="Name"
          hint="For you and your team, such as the shop it is for."
          error={errors.name?.message}
          className="grow basis-60"
        >
          <Input {...register('name', { required: 'Give the key a name.' })} autoComplete="off" />
        </Field>
        <Field label="Network" error={errors.network?.message} className="basis-44 max-sm:grow">
          <Select {...register('network')}>
            {NETWORKS.map((name) => (
              <option key={name} value={name} disabled={!followed.includes(name)}>
                {name}
                {followed.includes(name) ? '' : ' (switched off)'}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label="Descriptor or extended public key"
        hint="From your wallet’s export: wpkh([…]xpub…/0/*), or an xpub, ypub, zpub or tpub alone. Public only: it can receive, never spend."
        error={wrong}
      >
        <Textarea
          mono
          rows={3}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          {...register('descriptor', {
            required: 'Paste the descriptor or the extended public key of your wallet.',
          })}
        />
      </Field>
      {bare && (
        <Field label="Addresses of this key" className="max-w-72">
          <Select {...register('addressType')}>
            {ADDRESS_TYPES.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <AddressPreview preview={preview} />
      <details className="group border-y py-1">
        <summary className="flex min-h-11 items-center font-medium">Limits of this key</summary>
        <div className="grid gap-5 pt-2 pb-5">
          <SettingsFields
            register={register as unknown as UseFormRegister<SettingsValues>}
            errors={errors}
          />
        </div>
      </details>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create API key
        </Button>
        <ButtonLink href={'/dashboard/keys' as Route}>Cancel</ButtonLink>
      </div>
    </form>
  );
}

const FIELDS: Readonly<Record<string, keyof Values>> = {
  ...SETTINGS_FIELDS,
  network: 'network',
  descriptor: 'descriptor',
  address_type: 'addressType',
};
