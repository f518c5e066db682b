'use client';

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRouter } from 'next/navigation';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Field, Input, Select } from '@/app/_ui/field';
import { Skeleton } from '@/app/_ui/skeleton';
import type { Currency } from '@/lib/domain/currency';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { useChange } from '../../../_data/use-change';
import { SATOSHIS } from '../../../_form/currency-options';
import { CollapsedFields } from '../../../_form/more';
import {
  CONFIRMATION_CHOICES,
  ExpiryField,
  KeyField,
  WebhookUrlField,
} from '../../../_form/payment-terms';
import { rejectPartialDate } from '../../../_form/reject-partial-date';
import { revealInvalidFields } from '../../../_form/reveal-field';
import { showFormErrors } from '../../../_form/show-form-errors';
import { WithUsableKeys } from '../../../_form/with-usable-keys';
import { useFrame } from '../../../_frame/frame';
import { PageHead } from '../../../_frame/page-head';
import { LINKS, linkPage } from '../../../_frame/paths';
import { useLeaveWarning } from '../../../_frame/unsaved';
import { LinkAmountFields, LinkOptionFields } from './link-fields';
import {
  DEFAULT_LINK_VALUES,
  LINK_ERROR_FIELDS,
  type LinkValues,
  linkBody,
  linkValuesSchema,
} from './link-values';

/** @param lastCurrency null before the user's first choice */
export function NewLink({ lastCurrency }: { lastCurrency: Currency | null }) {
  return (
    <>
      <PageHead title="Create payment link">
        A payment link is a page with its own URL. Each customer who continues there gets a payment
        with a new Bitcoin address.
      </PageHead>
      <WithUsableKeys
        what="payment links"
        list={LINKS}
        skeleton={<Skeleton className="h-9 w-80" />}
      >
        {(keys) => <LinkForm keys={keys} lastCurrency={lastCurrency} />}
      </WithUsableKeys>
    </>
  );
}

interface Props {
  /** Active keys of followed networks; at least one. */
  readonly keys: readonly KeyResponse[];
  readonly lastCurrency: Currency | null;
}

function LinkForm({ keys, lastCurrency }: Props) {
  const router = useRouter();
  const ownCurrency = useFrame(({ merchant }) => merchant.display_currency);
  const form = useForm<LinkValues>({
    resolver: standardSchemaResolver(linkValuesSchema),
    defaultValues: {
      ...DEFAULT_LINK_VALUES,
      key: keys[0]?.id ?? '',
      currency: lastCurrency ?? ownCurrency ?? SATOSHIS,
    },
  });
  const key = useWatch({ control: form.control, name: 'key' });
  const create = useChange('POST /api/dashboard/payment-links', {
    ask: (values: LinkValues) => ({ body: linkBody(values) }),
    done: () => 'Payment link created.',
    answerFirst: true,
    quiet: true,
  });
  useLeaveWarning(form.formState.isDirty && !create.isSuccess);
  const submit = form.handleSubmit((values, event) => {
    if (rejectPartialDate(event?.target, form.setError)) return;
    create.mutate(values, {
      onSuccess: ({ id }) => router.push(linkPage(id)),
      onError: (error) => showFormErrors(error, form, LINK_ERROR_FIELDS),
    });
  }, revealInvalidFields);
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid max-w-[34rem] gap-5">
        <LinkAmountFields network={keys.find(({ id }) => id === key)?.network} />
        <ReferenceField />
        <CollapsedFields>
          <LinkOptionFields />
          <TermsFields keys={keys} />
        </CollapsedFields>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" busy={create.isPending || create.isSuccess}>
            Create payment link
          </Button>
          <ButtonLink variant="plain" href={LINKS}>
            Back
          </ButtonLink>
        </div>
      </form>
    </FormProvider>
  );
}

function ReferenceField() {
  const { register, formState } = useFormContext<LinkValues>();
  return (
    <Field
      label="Reference"
      error={formState.errors.reference?.message}
      hint="Optional. The same for every payment. Your customer sees the reference."
    >
      <Input {...register('reference')} autoComplete="off" />
    </Field>
  );
}

function TermsFields({ keys }: { keys: readonly KeyResponse[] }) {
  const { register } = useFormContext<LinkValues>();
  return (
    <fieldset className="grid gap-5 border-t pt-5">
      <legend className="sr-only">Each payment</legend>
      <h2 className="text-section">Each payment</h2>
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <KeyField keys={keys} />
        <ExpiryField label="Expires after" />
        <Field label="Required confirmations">
          <Select {...register('confirmations')}>
            {CONFIRMATION_CHOICES.map((depth) => (
              <option key={depth}>{depth}</option>
            ))}
          </Select>
        </Field>
      </div>
      <WebhookUrlField keys={keys} />
    </fieldset>
  );
}
