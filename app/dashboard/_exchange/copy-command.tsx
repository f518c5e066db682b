'use client';

import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';

const SAID_MS = 2_000;

/** A button with words that copies a text and says so. */
export function CopyCommand({ text, children }: { text: string; children: ReactNode }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  }
  return (
    <Button variant="plain" size="small" onClick={() => void copy()}>
      {copied ? <Check aria-hidden className="text-confirmed" /> : <Copy aria-hidden />}
      <span aria-live="polite">{copied ? 'Copied' : children}</span>
    </Button>
  );
}
