'use client';

import type { BaseSyntheticEvent } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Field, Input, Select } from '@/app/_ui/field';
import type { Network } from '@/lib/domain/network';
import type { CreatedKeyResponse, WalletResponse } from '@/lib/http/keys/key-response';
import { useChange } from '../../_data/use-change';
import { CollapsedFields } from '../../_form/more';
import { rejectPartialDate } from '../../_form/reject-partial-date';
import { revealInvalidFields } from '../../_form/reveal-field';
import { showFormErrors } from '../../_form/show-form-errors';
import { KEYS } from '../../_frame/paths';
import { useLeaveWarning } from '../../_frame/unsaved';
import { type PreviewWallet, useWalletDraft } from '../../wallets/_parts/use-wallet-draft';
import {
  initialWalletValues,
  isBareExtendedKey,
  WalletFields,
  type WalletValues,
  walletBody,
} from '../../wallets/_parts/wallet-fields';
import {
  DEFAULT_KEY_SETTINGS,
  KeySettingsFields,
  type KeySettingsValues,
  toKeySettingsBody,
} from './key-settings';

interface NewKeyValues extends KeySettingsValues, WalletValues {
  /** Empty for a new wallet. */
  walletId: string;
}

interface Props {
  readonly followed: readonly Network[];
  /** The merchant's wallets on followed networks. */
  readonly wallets: readonly WalletResponse[];
  readonly wanted: string | null;
  readonly onCreated: (created: CreatedKeyResponse) => void;
}

export function CreateKeyForm({ followed, wallets, wanted, onCreated }: Props) {
  const first = wallets.find(({ id }) => id === wanted) ?? wallets[0];
  const form = useForm<NewKeyValues>({
    defaultValues: {
      ...DEFAULT_KEY_SETTINGS,
      ...initialWalletValues(followed),
      walletId: first?.id ?? '',
    },
  });
  const { register, handleSubmit, setError, watch } = form;
  const { errors } = form.formState;
  const [walletId, network] = watch(['walletId', 'network']);
  const [descriptor, addressType] = watch(['descriptor', 'address_type']);
  const typed = useWalletDraft(
    network,
    descriptor,
    isBareExtendedKey(descriptor) ? addressType : '',
  );
  const create = useCreate(typed.wallet);
  useLeaveWarning(form.formState.isDirty && !create.isSuccess);
  const submit = (values: NewKeyValues, event?: BaseSyntheticEvent) => {
    if (create.isPending || (values.walletId === '' && !typed.isReady())) return;
    if (rejectPartialDate(event?.target, setError)) return;
    create.mutate(values, {
      onSuccess: onCreated,
      onError: (error) => showFormErrors(error, form),
    });
  };
  return (
    <FormProvider {...form}>
      <form
        onSubmit={handleSubmit(submit, revealInvalidFields)}
        noValidate
        className="grid max-w-reading gap-6"
      >
        <div className="flex flex-wrap items-start gap-4">
          <Field
            label="Name"
            hint="Only your team sees the name."
            error={errors.name?.message}
            className="grow basis-60"
          >
            <Input {...register('name', { required: 'Enter a name.' })} autoComplete="off" />
          </Field>
          {wallets.length > 0 && (
            <Field label="Wallet" className="grow basis-60">
              <Select {...register('walletId')}>
                {wallets.map(({ id, name, network: on }) => (
                  <option key={id} value={id}>
                    {name} ({on})
                  </option>
                ))}
                <option value="">New wallet</option>
              </Select>
            </Field>
          )}
        </div>
        {walletId === '' && <WalletFields followed={followed} typed={typed} />}
        <CollapsedFields label="Webhooks, mails and restrictions">
          <KeySettingsFields />
        </CollapsedFields>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={create.isPending}>
            Create API key
          </Button>
          <ButtonLink variant="plain" href={KEYS}>
            Back
          </ButtonLink>
        </div>
      </form>
    </FormProvider>
  );
}

function useCreate(wallet: PreviewWallet | undefined) {
  const how = { answerFirst: true, quiet: true };
  const ofWallet = useChange('POST /api/dashboard/wallets/{id}/keys', {
    ask: (values: NewKeyValues) => ({ id: values.walletId, body: toKeySettingsBody(values) }),
    ...how,
  });
  const ofNew = useChange('POST /api/dashboard/keys', {
    ask: (values: NewKeyValues) => ({
      body: { ...toKeySettingsBody(values), ...walletBody(values, wallet) },
    }),
    ...how,
  });
  return {
    isPending: ofWallet.isPending || ofNew.isPending,
    isSuccess: ofWallet.isSuccess || ofNew.isSuccess,
    mutate(values: NewKeyValues, on: Parameters<typeof ofNew.mutate>[1]) {
      if (values.walletId === '') ofNew.mutate(values, on);
      else ofWallet.mutate(values, on);
    },
  };
}
