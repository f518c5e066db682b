'use client';

import { type ReactNode, useState } from 'react';
import { Button, IconButton } from './button';
import { Check, Copy } from './icons';

const COPIED_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  /** Names what is copied: "Copy address". */
  readonly label: string;
  readonly className?: string;
}

/** An icon button that copies a text and confirms it, to the eye and to screen readers. */
export function CopyButton({ text, label, className }: CopyButtonProps) {
  const { copied, copy } = useCopy(text);
  return (
    <>
      <IconButton label={label} onClick={copy} {...(className && { className })}>
        {copied ? <Check className="text-confirmed" aria-hidden /> : <Copy aria-hidden />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </>
  );
}

/** The same with its label in view. */
export function CopyTextButton({ text, children }: { text: string; children: ReactNode }) {
  const { copied, copy } = useCopy(text);
  return (
    <Button variant="plain" size="small" onClick={copy}>
      {copied ? <Check aria-hidden className="text-confirmed" /> : <Copy aria-hidden />}
      <span aria-live="polite">{copied ? 'Copied' : children}</span>
    </Button>
  );
}

function useCopy(text: string) {
  const [copied, setCopied] = useState(false);
  async function write() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  }
  return { copied, copy: () => void write() };
}
