'use client';

import { useEffect, useState } from 'react';
import type { AddressType } from '@/lib/bitcoin/extended-key';
import type { Network } from '@/lib/domain/network';
import type { WalletPreviewResponse } from '@/lib/http/keys/key-response';
import { callApi } from '../../_data/call-api';
import { RequestError } from '../../_data/request-error';
import {
  looksLikePrivateKey,
  PRIVATE_KEY_WARNING,
  removePrivateKeys,
} from './looks-like-private-key';

const DEBOUNCE_MS = 400;

export type PreviewWallet = WalletPreviewResponse['wallets'][number];

export type WalletPreviewState =
  | { readonly kind: 'empty' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'read'; readonly file: WalletPreviewResponse }
  | { readonly kind: 'invalid'; readonly message: string }
  /** The server could not check the text. */
  | { readonly kind: 'failed'; readonly message: string; readonly retry: () => void };

export interface WalletDraft {
  readonly preview: WalletPreviewState;
  /** The chosen wallet, or the only one in the text. */
  readonly wallet: PreviewWallet | undefined;
  readonly choose: (descriptor: string) => void;
  /** Whether the user submitted the form without choosing one of several wallets. */
  readonly isMissing: boolean;
  /** Returns whether the form can be submitted. If not, the form asks for a choice. */
  readonly isReady: () => boolean;
}

const EMPTY: WalletPreviewState = { kind: 'empty' };

/**
 * Returns the wallets that the server recognizes in a descriptor, key or file, once typing pauses.
 * Keeps the text out of the query cache and the URL.
 */
export function useWalletDraft(
  network: Network,
  text: string,
  addressType: AddressType | '',
): WalletDraft {
  const preview = usePreview(network, text, addressType);
  const [choice, setChoice] = useState('');
  const [isMissing, setMissing] = useState(false);
  const wallets = preview.kind === 'read' ? preview.file.wallets : [];
  const wallet =
    wallets.length === 1 ? wallets[0] : wallets.find(({ descriptor }) => descriptor === choice);
  return {
    preview,
    wallet,
    choose: setChoice,
    isMissing: isMissing && !wallet && wallets.length > 0,
    isReady() {
      const isChosen = wallets.length === 0 || wallet !== undefined;
      setMissing(!isChosen);
      return isChosen && preview.kind !== 'invalid';
    },
  };
}

function usePreview(
  network: Network,
  typed: string,
  addressType: AddressType | '',
): WalletPreviewState {
  const [preview, setPreview] = useState<WalletPreviewState>(EMPTY);
  useEffect(() => {
    const text = typed.trim();
    if (text === '') return setPreview(EMPTY);
    if (looksLikePrivateKey(text))
      return setPreview({ kind: 'invalid', message: PRIVATE_KEY_WARNING });
    setPreview({ kind: 'loading' });
    const abort = new AbortController();
    const read = () => {
      setPreview({ kind: 'loading' });
      fetchWalletPreview(network, text, addressType, abort.signal).then(
        (file) => setPreview({ kind: 'read', file }),
        (error: Error) => {
          if (!abort.signal.aborted) setPreview(withoutWallet(error, read));
        },
      );
    };
    const timer = setTimeout(read, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [network, typed, addressType]);
  return preview;
}

export function fetchWalletPreview(
  network: Network,
  text: string,
  addressType: AddressType | '',
  signal?: AbortSignal,
): Promise<WalletPreviewResponse> {
  const body = {
    network,
    descriptor: removePrivateKeys(text),
    ...(addressType && { address_type: addressType }),
  };
  return callApi('POST /api/dashboard/keys/preview', { body }, signal);
}

function withoutWallet(error: Error, retry: () => void): WalletPreviewState {
  const refused = error instanceof RequestError ? error.fields.descriptor : undefined;
  if (refused !== undefined) return { kind: 'invalid', message: refused };
  return { kind: 'failed', message: error.message, retry };
}
