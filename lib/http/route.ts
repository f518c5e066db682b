import type { z } from 'zod';
import type { Visitor } from '@/lib/accounts/visitor';
import type { ApiKeyActor, Member } from '@/lib/domain/actor';
import type { ProblemCode } from '@/lib/domain/problems';
import type { Api } from './api';
import type { ApiRequest, BrowserSession } from './api-request';
import type { Json } from './input/json-text';
import type { noFields } from './input/read-input';
import type { ResponseHeader } from './openapi/headers';
import type { ResponseOf } from './response';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Who may call a route: software with an API key, a signed-in member, or anyone. */
export type ActorKind = 'key' | 'member' | 'anyone';

interface Actors {
  readonly key: ApiKeyActor;
  readonly member: Member;
  readonly anyone: undefined;
}

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The use case checks the actor's permissions. */
export interface HandlerContext<W extends ActorKind, Q, B, P extends string> {
  readonly api: Api;
  readonly request: ApiRequest;
  readonly requestId: string;
  readonly visitor: Visitor;
  readonly actor: Actors[W];
  /** The path's parameters, decoded and never empty. */
  readonly params: Readonly<Record<NamesIn<P>, string>>;
  readonly query: Q;
  readonly body: B;
  /** The body as received, without optional fields that are null. */
  readonly json: Json;
  /** Only set on routes that document the Idempotency-Key header. */
  readonly idempotencyKey: string | undefined;
  readonly session: W extends 'member' ? BrowserSession : undefined;
  readonly now: Date;
}

/** A response with its own status, headers or stream. The pipeline adds the common headers. */
export class Reply {
  readonly status: number;
  /** JSON; empty when there is no body, or a stream. */
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

export type OpenApiTag =
  | 'Payments'
  | 'Refunds'
  | 'Payment links'
  | 'Webhooks'
  | 'API key'
  | 'Sandbox'
  | 'This document';

/** The OpenAPI description of a route. Tests compare it with real responses. */
export interface RouteDocs {
  readonly id: string;
  readonly tag: OpenApiTag;
  readonly summary: string;
  /** In Markdown. */
  readonly description: string;
  readonly headers?: Readonly<Record<string, { description: string; schema: z.ZodType }>>;
  /** By status. Each has the declared body, except 304. */
  readonly answers: Readonly<
    Record<number, { readonly description: string; readonly headers?: readonly ResponseHeader[] }>
  >;
  readonly problems: readonly ProblemCode[];
}

type NoFields = typeof noFields;

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
   * The path with placeholders, such as `/v1/btc/payments/{id}`. Logs identify the route by this
   * path, and thus contain no ids.
   */
  readonly path: P;
  readonly who: W;
  readonly query?: Q;
  readonly body?: B;
  /** Treats a missing body as `{}`. */
  readonly bodyMayBeMissing?: boolean;
  readonly maxBodyBytes?: number;
  /**
   * Tests check successful bodies against this schema; production does not. Without it, the handler
   * returns nothing, and the body is `{ done: true }`.
   */
  readonly answer?: A;
  readonly docs?: RouteDocs;
  /**
   * Calls one use case. A route for two kinds of actors has a use case that accepts both.
   *
   * @throws Problem for an expected refusal
   */
  handle(
    context: HandlerContext<NoInfer<W>, z.output<Q>, z.output<B>, NoInfer<P>>,
  ): Promise<ResponseOf<NoInfer<A>> | Reply>;
}

/** Type-checks a route's handler against its declaration. `table.ts` lists every route. */
export function route<
  const M extends Method,
  const P extends string,
  const W extends ActorKind,
  A extends z.ZodType = z.ZodVoid,
  Q extends z.ZodObject = NoFields,
  B extends z.ZodObject = NoFields,
>(definition: Route<M, P, W, A, Q, B>): Route<M, P, W, A, Q, B> {
  return definition;
}
