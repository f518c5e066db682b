'use client';

import { useEffect, useState } from 'react';
import { Field, Input } from '@/app/_ui/field';
import { readSats } from '../../_data/read-sats';

interface Props {
  readonly label: string;
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
}

/** An amount in satoshis, spaces allowed. It applies on blur and on Enter. */
export function SatsField({ label, value, onChange }: Props) {
  const [text, setText] = useState(value === null ? '' : String(value));
  const [wrong, setWrong] = useState(false);
  useEffect(() => setText(value === null ? '' : String(value)), [value]);
  const commit = () => {
    const sats = text.trim() === '' ? null : readSats(text);
    setWrong(sats === undefined);
    if (sats !== undefined && sats !== value) onChange(sats);
  };
  return (
    <Field label={label} error={wrong && 'Enter a whole number of satoshis.'}>
      <Input
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
        }}
        className="tabular-nums"
      />
    </Field>
  );
}
