'use client';

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './icon-button';

interface Props {
  readonly text: string;
  /** Names what is copied: "Copy address". */
  readonly label: string;
  readonly className?: string;
}

const SAID_MS = 2_000;

/** Copies a text and says so, to the eye and to screen readers. */
export function CopyButton({ text, label, className }: Props) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  }
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
