'use client';

import { useEffect, useState } from 'react';
import type { AddressType } from '@/lib/bitcoin/extended-key';
import type { Network } from '@/lib/domain/network';
import type { PreviewAnswer } from '@/lib/http/answers/key';
import { callApi } from '../../_data/call-api';
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
export function usePreview(
  network: Network,
  descriptor: string,
  addressType: AddressType | '',
): Preview {
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
      callApi('POST /api/dashboard/keys/preview', { body }, abort.signal).then(
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
