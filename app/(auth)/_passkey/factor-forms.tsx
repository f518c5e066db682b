import type { SecondFactors } from '@/lib/accounts/factors/second-factors';
import { passkeySite } from '@/lib/accounts/passkeys/passkey-site';
import { usesFirstAppUrl } from '@/lib/auth/current-site';
import { runtime } from '@/lib/runtime';
import { AccountForm } from '../_form/account-form';
import { OrDivider } from '../_form/card';
import type { AccountFormState } from '../_form/forms';
import { PasskeyButton } from './passkey-button';

interface Props {
  readonly factors: SecondFactors;
  readonly purpose: 'second_factor' | 'confirm';
  readonly action: (before: AccountFormState, data: FormData) => Promise<AccountFormState>;
  readonly callbackUrl: string;
}

export async function FactorForms({ factors, purpose, action, callbackUrl }: Props) {
  const canUse = (await usesFirstAppUrl()) && passkeySite(runtime().env.appUrl) !== undefined;
  const hasPasskey = factors.passkey && canUse;
  const isConfirm = purpose === 'confirm';
  const code = isConfirm ? 'confirmCode' : 'code';
  const recovery = isConfirm ? 'confirmRecovery' : 'recovery';
  const form = (
    <AccountForm
      form={factors.app ? code : recovery}
      action={action}
      hidden={{ proof: 'code', callbackUrl }}
      {...(!factors.app && { variant: 'quiet' })}
    />
  );
  if (!hasPasskey) return form;
  const button = (
    <PasskeyButton
      purpose={purpose}
      callbackUrl={callbackUrl}
      label="Use a passkey"
      {...(!factors.app && { variant: 'primary' })}
    />
  );
  const [first, second] = factors.app ? [form, button] : [button, form];
  return (
    <>
      {first}
      <OrDivider />
      {second}
    </>
  );
}
