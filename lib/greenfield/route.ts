import type { z } from 'zod';
import type { Visitor } from '@/lib/accounts/visitor';
import type { Api } from '@/lib/http/api';
import type { Reply } from '@/lib/http/route';
import type { StoreActor } from './authenticate-store';
import type { Permission } from './permissions';

export type GreenfieldMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The permission that a request needs; `any key` if every valid key may send it; `anyone` if it
 * needs no key.
 */
export type RouteAccess = Permission | 'any key' | 'anyone';

type NamesIn<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

export interface GreenfieldContext<A extends RouteAccess, Q, B, P extends string> {
  readonly api: Api;
  readonly visitor: Visitor;
  /** The store that the request's key belongs to. A `{storeId}` in the path equals its id. */
  readonly store: A extends 'anyone' ? undefined : StoreActor;
  readonly params: Readonly<Record<NamesIn<P>, string>>;
  readonly query: Q;
  readonly body: B;
  readonly now: Date;
}

/** One operation of BTCPay's API. Unknown parameters and fields are ignored. */
export interface GreenfieldRoute<
  P extends string = string,
  A extends RouteAccess = RouteAccess,
  Q extends z.ZodObject = z.ZodObject,
  B extends z.ZodObject = z.ZodObject,
> {
  readonly method: GreenfieldMethod;
  /** The path with placeholders, also used as the route's name in logs. */
  readonly path: P;
  readonly access: A;
  /** A list repeats its parameter: `orderId=a&orderId=b`. */
  readonly query?: Q;
  readonly body?: B;
  /**
   * Calls one use case.
   *
   * @returns the JSON of a response with status 200; undefined for an empty body
   * @throws Problem for an expected refusal
   */
  handle(
    context: GreenfieldContext<NoInfer<A>, z.output<Q>, z.output<B>, NoInfer<P>>,
  ): Promise<unknown | Reply>;
}

/** Type-checks a route's handler against its declaration. `table.ts` lists every route. */
export function defineGreenfieldRoute<
  const P extends string,
  const A extends RouteAccess,
  Q extends z.ZodObject,
  B extends z.ZodObject,
>(definition: GreenfieldRoute<P, A, Q, B>): GreenfieldRoute<P, A, Q, B> {
  return definition;
}
