'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type UseFormRegister, useForm } from 'react-hook-form';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import { Field, Input } from '@/app/_ui/field';
import { Skeleton } from '@/app/_ui/skeleton';
import type { Network } from '@/lib/domain/network';
import { keyQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { type FieldNames, placeErrors } from '../../_form/place-errors';
import { PageHead } from '../../_frame/page-head';
import { WALLETS, walletRow } from '../../_frame/paths';
import { discardUnsaved, useLeaveWarning } from '../../_frame/unsaved';
import { QueryState } from '../../_list/query-state';
import { usePreview } from './address-preview';
import {
  emptyWallet,
  isPlainKey,
  WALLET_PARAMETERS,
  WalletFields,
  type WalletValues,
  walletBody,
} from './wallet-fields';

interface Values extends WalletValues {
  name: string;
}

const FIELDS: FieldNames<Values> = {
  ofParameter: { ...WALLET_PARAMETERS, name: 'name' },
  ofCode: {},
};

/** Adds a wallet under a name, after its first addresses were compared with the device. */
export function AddWallet() {
  const query = useQuery(keyQueries.list());
  return (
    <>
      <PageHead title="Add wallet" aside={false}>
        Blocktally needs only the public descriptor. It derives addresses, and can never spend.
      </PageHead>
      <QueryState what="The form" query={query} skeleton={<Skeleton className="h-60 w-full" />}>
        {({ can, followed }) =>
          can.administer ? (
            <AddWalletForm followed={followed} />
          ) : (
            <Empty title="Only owners can add wallets.">
              <p>Ask an owner to add the wallet.</p>
            </Empty>
          )
        }
      </QueryState>
    </>
  );
}

function AddWalletForm({ followed }: { followed: readonly Network[] }) {
  const router = useRouter();
  const form = useForm<Values>({ defaultValues: { ...emptyWallet(followed), name: '' } });
  const { register, handleSubmit, setError, watch } = form;
  const { errors, isDirty } = form.formState;
  const [network, descriptor, addressType] = watch(['network', 'descriptor', 'addressType']);
  const plainKey = isPlainKey(descriptor);
  const preview = usePreview(network, descriptor, plainKey ? addressType : '');
  const add = useChange('POST /api/dashboard/wallets', {
    ask: (values: Values) => ({ body: { ...walletBody(values), name: values.name } }),
    changes: [keyQueries.all()],
    done: () => 'Wallet added.',
    quiet: true,
  });
  useLeaveWarning(isDirty && !add.isSuccess);
  const submit = (values: Values) => {
    if (preview.kind === 'invalid' || add.isPending) return;
    add.mutate(values, {
      onSuccess: ({ id }) => {
        discardUnsaved();
        router.push(walletRow(id));
      },
      onError: (error) => placeErrors(error, FIELDS, setError),
    });
  };
  return (
    <form onSubmit={handleSubmit(submit)} noValidate className="grid max-w-reading gap-6">
      <Field label="Name" hint="Only your team sees the name." error={errors.name?.message}>
        <Input {...register('name', { required: 'Enter a name.' })} autoComplete="off" />
      </Field>
      <WalletFields
        register={register as unknown as UseFormRegister<WalletValues>}
        errors={errors}
        followed={followed}
        network={network}
        plainKey={plainKey}
        preview={preview}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={add.isPending}>
          Save wallet
        </Button>
        <ButtonLink variant="plain" href={WALLETS}>
          Back
        </ButtonLink>
      </div>
    </form>
  );
}
