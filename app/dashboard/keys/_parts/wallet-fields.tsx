'use client';

import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field, Select, Textarea } from '@/app/_ui/field';
import type { Network } from '@/lib/domain/network';
import type { Preview } from './address-preview';
import { AddressPreview } from './address-preview';
import type { NewKeyValues } from './create-key-form';

/** What a key that stands alone, as wallets export it, may be for. */
const ADDRESS_TYPES = [
  { value: 'wpkh', label: 'Native segwit', mainnet: 'bc1q', regtest: 'bcrt1q', test: 'tb1q' },
  { value: 'tr', label: 'Taproot', mainnet: 'bc1p', regtest: 'bcrt1p', test: 'tb1p' },
  { value: 'sh(wpkh)', label: 'Nested segwit', mainnet: '3', regtest: '2', test: '2' },
  { value: 'pkh', label: 'Legacy', mainnet: '1', regtest: 'm or n', test: 'm or n' },
] as const;

interface Props {
  readonly register: UseFormRegister<NewKeyValues>;
  readonly errors: FieldErrors<NewKeyValues>;
  readonly network: Network;
  /** The descriptor leaves open what its addresses look like. */
  readonly bare: boolean;
  readonly preview: Preview;
}

/** The wallet that a key receives into, with its first addresses to compare. */
export function WalletFields({ register, errors, network, bare, preview }: Props) {
  return (
    <>
      <Field
        label="Descriptor or extended public key"
        hint="From your wallet’s export: wpkh([…]xpub…/0/*), or an xpub, ypub, zpub or tpub alone. Public only: it can receive, never spend."
        error={preview.kind === 'refused' ? preview.message : errors.descriptor?.message}
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
            {ADDRESS_TYPES.map((type) => (
              <option key={type.value} value={type.value}>
                {type.label} (
                {type[network === 'mainnet' || network === 'regtest' ? network : 'test']}…)
              </option>
            ))}
          </Select>
        </Field>
      )}
      <AddressPreview preview={preview} />
    </>
  );
}
