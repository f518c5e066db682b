'use client';

import type { BaseSyntheticEvent } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { useChange } from '../../_data/use-change';
import { rejectPartialDate } from '../../_form/reject-partial-date';
import { showFormErrors } from '../../_form/show-form-errors';
import { useLeaveWarning } from '../../_frame/unsaved';
import {
  KeySettingsFields,
  type KeySettingsValues,
  toKeySettingsBody,
  toKeySettingsValues,
} from './key-settings';

interface Props {
  readonly apiKey: KeyResponse;
  readonly editable: boolean;
}

/** Changes made elsewhere appear in the open form, except in fields that the user has edited. */
const KEEP_EDITS = { keepDirtyValues: true, keepDirty: true, keepErrors: true };
/** Overrides `KEEP_EDITS` after a save, because `reset` would otherwise keep edited fields too. */
const NO_EDITS = { keepDirtyValues: false, keepDirty: false, keepErrors: false };

export function EditKeyForm({ apiKey, editable }: Props) {
  const form = useForm<KeySettingsValues>({
    values: toKeySettingsValues(apiKey),
    resetOptions: KEEP_EDITS,
  });
  const { register, handleSubmit, setError, reset } = form;
  const { errors, isDirty, dirtyFields } = form.formState;
  const save = useChange('PATCH /api/dashboard/keys/{id}', {
    ask: (values: KeySettingsValues) => ({ id: apiKey.id, body: changedOf(values, dirtyFields) }),
    done: () => 'Settings saved.',
    answerFirst: true,
    quiet: true,
  });
  useLeaveWarning(isDirty);
  const submit = (values: KeySettingsValues, event?: BaseSyntheticEvent) => {
    if (rejectPartialDate(event?.target, setError)) return;
    save.mutate(values, {
      // Keeps text that was typed during the save. It counts as unsaved.
      onSuccess: () => reset(values, { ...NO_EDITS, keepValues: true }),
      onError: (error) => showFormErrors(error, form),
    });
  };
  return (
    <FormProvider {...form}>
      <form onSubmit={handleSubmit(submit)} noValidate className="grid gap-5">
        <Field label="Name" error={errors.name?.message}>
          <Input {...register('name')} disabled={!editable} autoComplete="off" />
        </Field>
        <KeySettingsFields disabled={!editable} />
        {editable && (
          <div className="flex gap-2">
            <Button type="submit" variant="primary" busy={save.isPending} disabled={!isDirty}>
              Save
            </Button>
            {isDirty && <Button onClick={() => reset(undefined, NO_EDITS)}>Discard changes</Button>}
          </div>
        )}
      </form>
    </FormProvider>
  );
}

function changedOf(
  values: KeySettingsValues,
  dirty: Readonly<Partial<Record<keyof KeySettingsValues, unknown>>>,
) {
  const body = Object.entries(toKeySettingsBody(values));
  return Object.fromEntries(body.filter(([name]) => dirty[name as keyof KeySettingsValues]));
}
