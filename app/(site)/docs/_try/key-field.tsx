'use client';

import { useState } from 'react';
import { Checkbox, Field, Input } from '@/app/_ui/field';
import { keepKey, keptKey } from './remembered';

interface Props {
  readonly value: string;
  readonly onChange: (key: string) => void;
  readonly error: string | undefined;
}

/** The key. Only this page's memory has it, unless the reader keeps it for the tab. */
export function KeyField({ value, onChange, error }: Props) {
  const [kept, setKept] = useState(() => keptKey() !== '');
  return (
    <div className="grid gap-2">
      <Field
        label="API key of the sandbox"
        hint={`${kept ? 'Kept in this tab until you close it.' : 'Kept on this page only.'} Create a key in the dashboard under API keys.`}
        error={error}
      >
        <Input
          mono
          type="password"
          autoComplete="off"
          placeholder="btly_reg_…"
          value={value}
          onChange={(event) => {
            const key = event.target.value.trim();
            onChange(key);
            if (kept) keepKey(key);
          }}
        />
      </Field>
      <Checkbox
        label="Keep it for this tab"
        checked={kept}
        onChange={(event) => {
          setKept(event.target.checked);
          keepKey(event.target.checked ? value : undefined);
        }}
      />
    </div>
  );
}
