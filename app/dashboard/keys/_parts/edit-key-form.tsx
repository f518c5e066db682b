'use client';

import { useForm } from 'react-hook-form';
import { Button } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { toast } from '@/app/_ui/toast';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { keyQueries } from '../../_data/queries';
import { RequestFailed } from '../../_data/request-failed';
import { useChange } from '../../_data/use-change';
import {
  SETTINGS_FIELDS,
  SettingsFields,
  type SettingsValues,
  settingsBody,
  settingsOf,
} from './key-settings';

interface Props {
  readonly apiKey: KeyAnswer;
  readonly editable: boolean;
}

/** The settings of a key; only changed ones are sent. */
export function EditKeyForm({ apiKey, editable }: Props) {
  const { register, handleSubmit, setError, reset, formState } = useForm<SettingsValues>({
    defaultValues: settingsOf(apiKey),
  });
  const { errors, isDirty, dirtyFields } = formState;
  const save = useChange('PATCH /api/dashboard/keys/{id}', {
    ask: (values: SettingsValues) => ({ id: apiKey.id, body: changedOf(values, dirtyFields) }),
    changes: [keyQueries.all()],
    done: () => 'Settings saved.',
    quiet: true,
  });
  const submit = (values: SettingsValues) =>
    save.mutate(values, {
      onSuccess: () => reset(values),
      onError: (error) => {
        const fields = error instanceof RequestFailed ? Object.entries(error.fields) : [];
        for (const [name, message] of fields)
          setError(SETTINGS_FIELDS[name] ?? 'root', { message });
        if (fields.length === 0) toast.error(error.message);
      },
    });
  return (
    <form onSubmit={handleSubmit(submit)} noValidate className="grid gap-5">
      <Field label="Name" error={errors.name?.message}>
        <Input {...register('name')} disabled={!editable} autoComplete="off" />
      </Field>
      <SettingsFields register={register} errors={errors} disabled={!editable} />
      {editable && (
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={save.isPending} disabled={!isDirty}>
            Save
          </Button>
          {isDirty && <Button onClick={() => reset()}>Discard changes</Button>}
        </div>
      )}
    </form>
  );
}

function changedOf(
  values: SettingsValues,
  dirty: Readonly<Partial<Record<keyof SettingsValues, unknown>>>,
) {
  const body = Object.entries(settingsBody(values));
  return Object.fromEntries(
    body.filter(([name]) => {
      const field = SETTINGS_FIELDS[name];
      return field !== undefined && dirty[field];
    }),
  );
}
