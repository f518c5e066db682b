'use client';

import { type BaseSyntheticEvent, type ReactNode, type RefObject, useRef } from 'react';
import { type UseFormRegister, type UseFormSetError, useForm } from 'react-hook-form';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Field, Input, Select } from '@/app/_ui/field';
import { ChevronRight } from '@/app/_ui/icons';
import { NETWORKS, type Network } from '@/lib/domain/network';
import type { CreatedKeyAnswer } from '@/lib/http/keys/key-answer';
import { keyQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { refusePartDate } from '../../_form/part-date';
import { placeErrors } from '../../_form/place-errors';
import { KEYS } from '../../_frame/paths';
import { useUnsaved } from '../../_frame/unsaved';
import { usePreview } from './address-preview';
import { NO_SETTINGS, SettingsFields, type SettingsValues } from './key-settings';
import {
  emptyKey,
  isPlainKey,
  NEW_KEY_FIELDS,
  type NewKeyValues,
  newKeyBody,
  WalletFields,
} from './wallet-fields';

interface Props {
  /** The networks that the server follows. */
  readonly followed: readonly Network[];
  readonly onCreated: (created: CreatedKeyAnswer) => void;
}

export function CreateKeyForm({ followed, onCreated }: Props) {
  const form = useForm<NewKeyValues>({ defaultValues: emptyKey(followed) });
  const { register, handleSubmit, setError, watch } = form;
  const { errors } = form.formState;
  const more = useRef<HTMLDetailsElement>(null);
  const [network, descriptor, addressType] = watch(['network', 'descriptor', 'addressType']);
  const plainKey = isPlainKey(descriptor);
  const preview = usePreview(network, descriptor, plainKey ? addressType : '');
  const create = useChange('POST /api/dashboard/keys', {
    ask: (values: NewKeyValues) => ({ body: newKeyBody(values) }),
    changes: [keyQueries.all()],
    answerFirst: true,
    quiet: true,
  });
  useUnsaved(form.formState.isDirty && !create.isSuccess);
  const refuse: UseFormSetError<NewKeyValues> = (field, ...rest) => {
    // A field in the collapsed part cannot be focused.
    if (more.current && isMore(field)) more.current.open = true;
    setError(field, ...rest);
  };
  const submit = (values: NewKeyValues, event?: BaseSyntheticEvent) => {
    if (preview.kind === 'invalid' || create.isPending) return;
    if (refusePartDate(event?.target, refuse)) return;
    create.mutate(values, {
      onSuccess: onCreated,
      onError: (error) => placeErrors(error, NEW_KEY_FIELDS, refuse),
    });
  };
  return (
    <form onSubmit={handleSubmit(submit)} noValidate className="grid max-w-reading gap-6">
      <div className="flex flex-wrap items-start gap-4">
        <Field
          label="Name"
          hint="Only your team sees the name."
          error={errors.name?.message}
          className="grow basis-60"
        >
          <Input {...register('name', { required: 'Enter a name.' })} autoComplete="off" />
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
      <WalletFields
        register={register}
        errors={errors}
        network={network}
        plainKey={plainKey}
        preview={preview}
      />
      <MoreSettings ref={more}>
        <SettingsFields
          register={register as unknown as UseFormRegister<SettingsValues>}
          errors={errors}
        />
      </MoreSettings>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={create.isPending}>
          Create API key
        </Button>
        <ButtonLink variant="plain" href={KEYS}>
          Back
        </ButtonLink>
      </div>
    </form>
  );
}

const isMore = (field: string) => field !== 'name' && Object.hasOwn(NO_SETTINGS, field);

interface MoreProps {
  readonly ref: RefObject<HTMLDetailsElement | null>;
  readonly children: ReactNode;
}

function MoreSettings({ ref, children }: MoreProps) {
  return (
    <details ref={ref} className="group border-y py-1">
      <summary className="flex min-h-11 items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-4 shrink-0 text-ink-3 transition-transform duration-120 ease-standard group-open:rotate-90 motion-reduce:transition-none"
        />
        Webhooks and restrictions
      </summary>
      <div className="grid gap-5 pt-2 pb-5">{children}</div>
    </details>
  );
}
