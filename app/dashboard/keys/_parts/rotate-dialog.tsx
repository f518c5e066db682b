'use client';

import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import { Field, Select } from '@/app/_ui/field';
import { CopyableSecret, SaveApiKeyWarning } from '@/app/_ui/secret';
import { useChange } from '../../_data/use-change';

const HOUR_SECONDS = 3_600;
const DAY_SECONDS = 24 * HOUR_SECONDS;

const OVERLAPS = [
  [0, 'None (the old one stops now)'],
  [HOUR_SECONDS, '1 hour'],
  [DAY_SECONDS, '1 day'],
  [7 * DAY_SECONDS, '7 days'],
  [30 * DAY_SECONDS, '30 days'],
] as const;

interface Props {
  /** The key's name, needed if the page shows several keys. */
  readonly of?: string;
  /** What is replaced: "API key". */
  readonly what: string;
  readonly endpoint:
    | 'POST /api/dashboard/keys/{id}/rotate'
    | 'POST /api/dashboard/keys/{id}/signing-secret/rotate'
    | 'POST /api/dashboard/endpoints/{id}/signing-secret/rotate';
  /** The id of the key or the webhook endpoint. */
  readonly id: string;
  readonly explanation: string;
  readonly onRotated?: () => void;
}

export const KEY_ROTATION_EXPLANATION =
  'A new key replaces the current one. Payments and settings are kept. The old key works until the overlap ends, so you can update your backend without downtime.';

/** Replaces a secret: asks how long the old one stays valid, then shows the new one once. */
export function RotateDialog({ of, what, endpoint, id, explanation, onRotated }: Props) {
  const [open, setOpen] = useState(false);
  const [overlap, setOverlap] = useState<number>(DAY_SECONDS);
  const rotate = useChange(endpoint, {
    ask: () => ({ id, body: { overlap_seconds: overlap } }),
    answerFirst: true,
  });
  const { data: rotated } = rotate;
  function change(next: boolean) {
    setOpen(next);
    if (next) return;
    rotate.reset();
    setOverlap(DAY_SECONDS);
  }
  return (
    <DialogRoot open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button size="small">
          Rotate
          <span className="sr-only">
            {' '}
            the {what} {of}
          </span>
        </Button>
      </DialogTrigger>
      {rotated ? (
        <Dialog
          title={`Your new ${what}`}
          stays
          actions={
            <Button variant="primary" onClick={() => change(false)}>
              I have stored it
            </Button>
          }
        >
          {'api_key' in rotated && <SaveApiKeyWarning />}
          <CopyableSecret
            label={what}
            secret={'api_key' in rotated ? rotated.api_key : rotated.signing_secret}
            hint={
              overlap === 0
                ? `The old ${what} no longer works.`
                : `The old ${what} also works until the overlap ends.`
            }
          />
        </Dialog>
      ) : (
        <Dialog
          title={`Rotate the ${what}?`}
          description={explanation}
          stays={rotate.isPending}
          actions={
            <>
              <DialogClose asChild>
                <Button disabled={rotate.isPending}>Cancel</Button>
              </DialogClose>
              <Button
                variant="primary"
                busy={rotate.isPending}
                onClick={() => rotate.mutate(undefined, { onSuccess: () => onRotated?.() })}
              >
                Rotate
              </Button>
            </>
          }
        >
          <Field
            label="Overlap"
            hint={`If the old ${what} leaked, choose none, so that it stops working immediately.`}
          >
            <Select value={overlap} onChange={(event) => setOverlap(Number(event.target.value))}>
              {OVERLAPS.map(([seconds, name]) => (
                <option key={seconds} value={seconds}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
        </Dialog>
      )}
    </DialogRoot>
  );
}
