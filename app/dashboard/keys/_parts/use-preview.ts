'use client';

import { useEffect, useState } from 'react';
import { fetchJson } from '../../_data/fetch-json';
import { type PreviewAnswer, previewAnswer } from '../../_data/key-answers';
import { RequestFailed } from '../../_data/request-failed';
import { looksPrivate, PRIVATE_MESSAGE } from './looks-private';

const PAUSE_MS = 400;

export type Preview =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'addresses'; readonly preview: PreviewAnswer }
  | { readonly kind: 'refused'; readonly message: string };

const NOTHING: Preview = { kind: 'nothing' };

/**
 * What a descriptor that is being typed stands for. It is asked once typing pauses, and kept in
 * this state only: not in the cache of queries, not in the URL.
 */
export function usePreview(network: string, descriptor: string, addressType: string): Preview {
  const [preview, setPreview] = useState<Preview>(NOTHING);
  useEffect(() => {
    const text = descriptor.trim();
    if (text === '') return setPreview(NOTHING);
    if (looksPrivate(text)) return setPreview({ kind: 'refused', message: PRIVATE_MESSAGE });
    setPreview({ kind: 'reading' });
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const body = {
        network,
        descriptor: text,
        ...(addressType && { address_type: addressType }),
      };
      fetchJson('/api/dashboard/keys/preview', previewAnswer, {
        method: 'POST',
        body,
        signal: abort.signal,
      }).then(
        (answer) => setPreview({ kind: 'addresses', preview: answer }),
        (error: unknown) => {
          if (!abort.signal.aborted) setPreview({ kind: 'refused', message: refusal(error) });
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [network, descriptor, addressType]);
  return preview;
}

function refusal(error: unknown): string {
  if (!(error instanceof RequestFailed)) return 'The addresses could not be derived.';
  return error.fields.descriptor ?? error.message;
}
