'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { lazy, Suspense, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Button, ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { Field, Input } from '@/app/_ui/field';
import { Skeleton } from '@/app/_ui/skeleton';
import type { Network } from '@/lib/domain/network';
import { keyQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { showFormErrors } from '../../_form/show-form-errors';
import { PageHead } from '../../_frame/page-head';
import { WALLETS, walletAddressPage } from '../../_frame/paths';
import { discardUnsaved, useLeaveWarning } from '../../_frame/unsaved';
import { QueryState } from '../../_list/query-state';
import { fetchWalletPreview, useWalletDraft } from './use-wallet-draft';
import {
  initialWalletValues,
  isBareExtendedKey,
  WalletFields,
  type WalletValues,
  walletBody,
} from './wallet-fields';

interface Values extends WalletValues {
  name: string;
}

/**
 * Adds a wallet and gives it a name, after the user has compared its first addresses with the
 * device.
 */
export function AddWallet({ camera = false }: { readonly camera?: boolean }) {
  const query = useQuery(keyQueries.list());
  return (
    <>
      <PageHead title="Add wallet" aside={false}>
        Blocktally needs only the public descriptor. It derives addresses, and can never spend.
      </PageHead>
      <QueryState what="The form" query={query} skeleton={<Skeleton className="h-60 w-full" />}>
        {({ can, followed }) =>
          can.administer ? (
            <AddWalletForm followed={followed} camera={camera} />
          ) : (
            <EmptyState title="Only owners can add wallets.">
              <p>Ask an owner to add the wallet.</p>
            </EmptyState>
          )
        }
      </QueryState>
    </>
  );
}

interface FormProps {
  readonly followed: readonly Network[];
  readonly camera: boolean;
}

function AddWalletForm({ followed, camera }: FormProps) {
  const router = useRouter();
  const form = useForm<Values>({ defaultValues: { ...initialWalletValues(followed), name: '' } });
  const { register, handleSubmit, setValue, watch } = form;
  const { errors, isDirty } = form.formState;
  const [network, descriptor, addressType] = watch(['network', 'descriptor', 'address_type']);
  const typed = useWalletDraft(
    network,
    descriptor,
    isBareExtendedKey(descriptor) ? addressType : '',
  );
  const add = useChange('POST /api/dashboard/wallets', {
    ask: (values: Values) => ({ body: { ...walletBody(values, typed.wallet), name: values.name } }),
    done: () => 'Wallet added.',
    answerFirst: true,
    quiet: true,
  });
  useLeaveWarning(isDirty && !add.isSuccess);
  const submit = (values: Values) => {
    if (!typed.isReady() || add.isPending) return;
    add.mutate(values, {
      onSuccess: ({ id }) => {
        discardUnsaved();
        router.push(walletAddressPage(id));
      },
      onError: (error) => showFormErrors(error, form),
    });
  };
  return (
    <FormProvider {...form}>
      <form onSubmit={handleSubmit(submit)} noValidate className="grid max-w-reading gap-6">
        <Field label="Name" hint="Only your team sees the name." error={errors.name?.message}>
          <Input {...register('name', { required: 'Enter a name.' })} autoComplete="off" />
        </Field>
        {camera && (
          <Scan
            network={network}
            onText={(text) => setValue('descriptor', text, { shouldDirty: true })}
          />
        )}
        <WalletFields followed={followed} typed={typed} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={add.isPending}>
            Save wallet
          </Button>
          <ButtonLink variant="plain" href={WALLETS}>
            Back
          </ButtonLink>
        </div>
      </form>
    </FormProvider>
  );
}

const Camera = lazy(() => import('./camera'));

interface ScanProps {
  readonly network: Network;
  readonly onText: (text: string) => void;
}

/** Shows the camera, whose code is loaded lazily, until it has read a wallet. */
function Scan({ network, onText }: ScanProps) {
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <Button className="w-fit" onClick={() => setDone(false)}>
        Scan again
      </Button>
    );
  }
  const isWhole = (text: string) =>
    fetchWalletPreview(network, text, '').then(Boolean, () => false);
  const finish = (text: string) => {
    setDone(true);
    onText(text);
  };
  return (
    <Suspense fallback={<Skeleton className="aspect-square w-full max-w-96" />}>
      <Camera isWhole={isWhole} onText={finish} />
    </Suspense>
  );
}
