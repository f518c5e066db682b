'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { Field, Select, Textarea } from '@/app/_ui/field';
import type { AddressType } from '@/lib/bitcoin/extended-key';
import type { Network } from '@/lib/domain/network';
import { NetworkOptions } from '../../_form/network-options';
import { AddressPreview } from './address-preview';
import type { PreviewWallet, WalletDraft } from './use-wallet-draft';
import { WalletFile } from './wallet-file';

/** The fields have the names of the request body’s fields. */
export interface WalletValues {
  network: Network;
  descriptor: string;
  /** The address type of an extended key without a descriptor. */
  address_type: AddressType;
}

export function initialWalletValues(followed: readonly Network[]): WalletValues {
  return { network: followed[0] ?? 'regtest', descriptor: '', address_type: 'wpkh' };
}

/** Whether a text is a plain xpub or tpub, which does not define an address type. */
export function isBareExtendedKey(text: string): boolean {
  return /^\s*(?:\[[^\]]*\])?[xt]pub[^()]*$/.test(text);
}

/** @param wallet the wallet in the preview; undefined without a preview */
export function walletBody(
  { network, descriptor, address_type }: WalletValues,
  wallet: PreviewWallet | undefined,
) {
  if (wallet) return { network, descriptor: wallet.descriptor };
  return {
    network,
    descriptor: descriptor.trim(),
    ...(isBareExtendedKey(descriptor) && { address_type }),
  };
}

const ADDRESS_TYPES = [
  { value: 'wpkh', label: 'Native segwit', mainnet: 'bc1q', regtest: 'bcrt1q', test: 'tb1q' },
  { value: 'tr', label: 'Taproot', mainnet: 'bc1p', regtest: 'bcrt1p', test: 'tb1p' },
  { value: 'sh(wpkh)', label: 'Nested segwit', mainnet: '3', regtest: '2', test: '2' },
  { value: 'pkh', label: 'Legacy', mainnet: '1', regtest: 'm or n', test: 'm or n' },
] as const;

interface Props {
  readonly followed: readonly Network[];
  readonly typed: WalletDraft;
}

export function WalletFields({ followed, typed }: Props) {
  const { register, formState, setValue } = useFormContext<WalletValues>();
  const { errors } = formState;
  const [network, descriptor] = useWatch<WalletValues, ['network', 'descriptor']>({
    name: ['network', 'descriptor'],
  });
  const { preview } = typed;
  return (
    <>
      <Field label="Network" error={errors.network?.message} className="max-w-72">
        <Select {...register('network')}>
          <NetworkOptions followed={followed} />
        </Select>
      </Field>
      <WalletFile onText={(text) => setValue('descriptor', text, { shouldDirty: true })}>
        <Field
          label="Descriptor, public key or file"
          hint="What your wallet exports: wpkh([…]xpub…/0/*), an xpub or zpub, or its file. Use public keys only. They can receive, but never spend."
          error={preview.kind === 'invalid' ? preview.message : errors.descriptor?.message}
        >
          <Textarea
            mono
            rows={3}
            autoComplete="off"
            {...register('descriptor', {
              required: 'Paste your wallet’s descriptor or public key, or choose its file.',
            })}
          />
        </Field>
      </WalletFile>
      {isBareExtendedKey(descriptor) && (
        <Field label="Address type" className="max-w-72">
          <Select {...register('address_type')}>
            {ADDRESS_TYPES.map((type) => (
              <option key={type.value} value={type.value}>
                {type.label} (
                {type[network === 'mainnet' || network === 'regtest' ? network : 'test']}…)
              </option>
            ))}
          </Select>
        </Field>
      )}
      <AddressPreview typed={typed} />
    </>
  );
}
