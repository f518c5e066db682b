import type { z } from 'zod';
import type { Visitor } from '@/lib/accounts/visitor';
import type { KeyActor, Member } from '@/lib/domain/actor';
import type { ProblemCode } from '@/lib/domain/problems';
import type { Api } from './api';
import type { ApiRequest, BrowserSession } from './api-request';
import type { Json } from './input/json-text';
import type { noFields } from './input/read-input';
import type { ResponseHeader } from './openapi/headers';
import type { ResponseOf } from './response';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The actors that may call a route: software with an API key, a signed-in member, or anyone. */
export type ActorKind = 'key' | 'member' | 'anyone';

interface Actors {
  readonly key: KeyActor;
  readonly member: Member;
  readonly anyone: undefined;
}

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The input of a route's handler. Its use case checks the actor's permissions. */
export interface Context<W extends ActorKind, Q, B, P extends string> {
  readonly api: Api;
  readonly request: ApiRequest;
  readonly requestId: string;
  readonly visitor: Visitor;
  readonly actor: Actors[W];
  /** The decoded, non-empty parameters of the path. */
  readonly params: Readonly<Record<NamesIn<P>, string>>;
  readonly query: Q;
  readonly body: B;
  /** The body as received, without optional fields that are null. */
  readonly json: Json;
  /** The Idempotency-Key header; only set on routes that document it. */
  readonly idempotencyKey: string | undefined;
  readonly session: W extends 'member' ? BrowserSession : undefined;
  readonly now: Date;
}

/**
 * A response with its own status, headers or streamed body. The pipeline adds the common headers.
 */
export class Reply {
  readonly status: number;
  /** JSON text, or empty when there is no body or a stream. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly stream: ReadableStream<Uint8Array> | undefined;

  constructor(
    status: number,
    body: string | ReadableStream<Uint8Array>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.status = status;
    this.body = typeof body === 'string' ? body : '';
    this.stream = typeof body === 'string' ? undefined : body;
    this.headers = headers;
  }
}

export type Tag =
  | 'Payments'
  | 'Refunds'
  | 'Payment links'
  | 'Webhooks'
  | 'API key'
  | 'Sandbox'
  | 'This document';

/** The OpenAPI description of a route; tests compare it with real responses. */
export interface Docs {
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** The description of the operation, in Markdown. */
  readonly description: string;
  /** Request headers besides Authorization. */
  readonly headers?: Readonly<Record<string, { description: string; schema: z.ZodType }>>;
  /** Success responses by status. Each has the declared body, except 304. */
  readonly answers: Readonly<
    Record<number, { readonly description: string; readonly headers?: readonly ResponseHeader[] }>
  >;
  readonly problems: readonly ProblemCode[];
}

type NoFields = typeof noFields;

/** One operation: method, path, permitted actors, schemas, handler and description. */
export interface Route<
  M extends Method = Method,
  P extends string = string,
  W extends ActorKind = ActorKind,
  A extends z.ZodType = z.ZodType,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
> {
  readonly method: M;
  /**
   * The path with placeholders, such as `/v1/btc/payments/{id}`. It is also the name in logs, which
   * therefore contain no ids.
   */
  readonly path: P;
  readonly who: W;
  readonly query?: Q;
  readonly body?: B;
  /** Whether a missing body counts as `{}`. */
  readonly bodyMayBeMissing?: boolean;
  /** The limit of the body, if it is not the usual one. */
  readonly maxBodyBytes?: number;
  /** The schema of a successful body, checked in tests but not in production. */
  readonly answer: A;
  readonly docs?: Docs;
  /**
   * Calls one use case. If two kinds of actors share a route, its use case accepts both.
   *
   * @throws Problem for an expected refusal
   */
  handle(
    context: Context<NoInfer<W>, z.output<Q>, z.output<B>, NoInfer<P>>,
  ): Promise<ResponseOf<A> | Reply>;
}

/** Type-checks a route's handler against its declaration. `table.ts` lists every route. */
export function route<
  const M extends Method,
  const P extends string,
  const W extends ActorKind,
  A extends z.ZodType,
  Q extends z.ZodObject = NoFields,
  B extends z.ZodObject = NoFields,
>(definition: Route<M, P, W, A, Q, B>): Route<M, P, W, A, Q, B> {
  return definition;
}
