import type { SourceTip } from '@/lib/chain/source';
import type { SourceSettings } from '@/lib/chain/sources';
import type { Network } from '@/lib/domain/network';
import type { SyncResult } from '@/lib/payments/sync-chain';
import type { SentSpan, TraceParent } from '@/lib/tracing/sent-span';

/** What the thread is told when it starts. It has no other settings, and no secret key. */
export interface ThreadSettings {
  readonly databaseUrl: string;
  /** {@link SourceSettings} as {@link writeSettings} writes them. */
  readonly sources: string;
  /** Whether spans are wanted. */
  readonly traced: boolean;
  /** How often the thread says that it runs, in ms. */
  readonly beatMs: number;
}

/** What can be asked of the thread, by what it answers. */
export interface Answers {
  readonly sync: SyncResult;
  readonly tip: SourceTip;
}

export type Question =
  | { readonly kind: 'sync'; readonly network: Network; readonly parent?: TraceParent | undefined }
  | { readonly kind: 'tip'; readonly network: Network; readonly maxAgeMs?: number | undefined };

/** What the process posts to its thread. */
export type Order =
  | { readonly kind: 'ask'; readonly id: number; readonly question: Question }
  | { readonly kind: 'listen' | 'silence' | 'close' };

/** What the thread posts. */
export type Report =
  | { readonly kind: 'answer'; readonly id: number; readonly value: Answers[keyof Answers] }
  /** With the part of an error that may be logged. */
  | { readonly kind: 'failed'; readonly id: number; readonly facts: Record<string, unknown> }
  | { readonly kind: 'move'; readonly network: Network }
  | { readonly kind: 'beat' }
  | { readonly kind: 'span'; readonly span: SentSpan };

const URL_KEY = '$url';

/** Threads cannot be handed a URL: it is written as text that {@link readSettings} knows. */
export function writeSettings({ sources, esploraLookUps }: SourceSettings): string {
  const settings: SourceSettings = { sources, esploraLookUps };
  return JSON.stringify(settings, function (this: Record<string, unknown>, key, value) {
    return this[key] instanceof URL ? { [URL_KEY]: value } : value;
  });
}

export function readSettings(text: string): SourceSettings {
  return JSON.parse(text, (_key, value) =>
    value !== null && typeof value === 'object' && URL_KEY in value
      ? new URL(value[URL_KEY])
      : value,
  );
}
