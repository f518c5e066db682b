'use client';

import { type ReactNode, useState } from 'react';
import { Button, IconButton } from './button';
import { copyText } from './copy-text';
import { Check, Copy, X } from './icons';

const SHOWN_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  readonly className?: string;
}

export function CopyButton({ text, label, className }: CopyButtonProps) {
  const { icon, result, copy } = useCopy(text);
  return (
    <>
      <IconButton label={label} onClick={copy} {...(className && { className })}>
        {icon}
      </IconButton>
      <span role="status" className="sr-only">
        {result}
      </span>
    </>
  );
}

export function CopyTextButton({ text, children }: { text: string; children: ReactNode }) {
  const { icon, result, copy } = useCopy(text);
  return (
    <Button variant="plain" size="small" onClick={copy}>
      {icon}
      <span aria-live="polite">{result ?? children}</span>
    </Button>
  );
}

const RESULTS = {
  copied: { icon: <Check aria-hidden className="text-confirmed" />, result: 'Copied' },
  refused: {
    icon: <X aria-hidden className="text-failed" />,
    result: 'Not copied. Select the text',
  },
} as const;

function useCopy(text: string) {
  const [last, setLast] = useState<keyof typeof RESULTS>();
  async function write() {
    setLast((await copyText(text)) ? 'copied' : 'refused');
    setTimeout(setLast, SHOWN_MS, undefined);
  }
  const { icon, result } = last ? RESULTS[last] : { icon: <Copy aria-hidden />, result: undefined };
  return { icon, result, copy: () => void write() };
}
