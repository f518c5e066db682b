'use client';

import { type ChangeEvent, type DragEvent, type ReactNode, useId, useState } from 'react';
import { Button, buttonClasses } from '@/app/_ui/button';
import { SCAN_WALLET } from '../../_frame/paths';

const MAX_FILE_BYTES = 1_000_000;

interface Props {
  /** The field for the text. */
  readonly children: ReactNode;
  readonly onText: (text: string) => void;
}

/** A text field that also accepts a file, dropped or chosen. The file is read as text. */
export function WalletFile({ children, onText }: Props) {
  const id = useId();
  const [message, setMessage] = useState<string>();
  const [isOver, setOver] = useState(false);
  const read = async (file: File | undefined) => {
    if (!file) return;
    const isTooLarge = file.size > MAX_FILE_BYTES;
    setMessage(
      isTooLarge ? 'This file has more than 1 MB. Export the descriptor instead.' : undefined,
    );
    if (!isTooLarge) onText(await file.text());
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    const file = event.dataTransfer.files[0];
    // The browser itself inserts dropped text.
    if (!file) return;
    event.preventDefault();
    void read(file);
  };
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    void read(target.files?.[0]);
    // Without this, choosing the same file again would fire no change event.
    target.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the buttons below have the same function
    <div
      className={
        isOver
          ? 'grid gap-2 rounded-control outline-2 outline-accent outline-offset-4'
          : 'grid gap-2'
      }
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      <div className="flex flex-wrap items-center gap-2">
        <Button size="small" onClick={() => document.getElementById(id)?.click()}>
          Choose file
        </Button>
        <input id={id} type="file" hidden aria-label="File to read" onChange={choose} />
        {/* A plain link loads a new document, because only the response for SCAN_WALLET allows
            the camera. */}
        <a href={SCAN_WALLET} className={buttonClasses({ size: 'small' })}>
          Scan QR code
        </a>
        <span className="text-ink-3 text-small">or drop a file on the field</span>
      </div>
      {message && (
        <p role="alert" className="font-medium text-failed text-small">
          {message}
        </p>
      )}
    </div>
  );
}
