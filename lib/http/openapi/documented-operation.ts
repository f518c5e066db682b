import type { z } from 'zod';
import type { ProblemCode } from '@/lib/domain/problems';
import type { Method } from '../resource';
import type { AnswerHeader } from './headers';

export type Tag = 'Payments' | 'Webhooks' | 'Sandbox' | 'This document';

/** What an operation answers with one status when it does what it is asked. */
export interface DocumentedAnswer {
  readonly description: string;
  /** Of the body; without one the answer has none. */
  readonly schema?: z.ZodType;
  readonly headers?: readonly AnswerHeader[];
}

/** An operation as the document describes it; the test run holds it against the routes. */
export interface DocumentedOperation {
  readonly method: Method;
  /** The pattern of its resource. */
  readonly path: string;
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Markdown. */
  readonly description: string;
  readonly query?: z.ZodObject;
  readonly body?: { readonly schema: z.ZodObject; readonly required: boolean };
  /** Request headers besides Authorization. */
  readonly headers?: Readonly<Record<string, { description: string; schema: z.ZodType }>>;
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
  readonly problems: readonly ProblemCode[];
  /** Answered to anyone, without a key. */
  readonly open?: boolean;
}

/** What can go wrong with every request of a key. */
export const EVERYWHERE: readonly ProblemCode[] = [
  'invalid_request',
  'unauthorized',
  'ip_not_allowed',
  'rate_limited',
  'internal_error',
  'database_unavailable',
];

/** What can go wrong with a body, besides what is wrong in it. */
export const OF_A_BODY: readonly ProblemCode[] = [
  'malformed_json',
  'body_too_large',
  'unsupported_media_type',
];
