import type { z } from 'zod';

type Immutable<T> = unknown extends T ? T : { readonly [K in keyof T]: Immutable<T[K]> };

/** What a schema of an answer describes. Whoever writes or reads one changes nothing in it. */
export type Answer<S extends z.ZodType> = Immutable<z.output<S>>;

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S;

type Forgotten<View, Answer, Except> = Exclude<
  SnakeCase<Exclude<keyof View, Except> & string>,
  keyof Answer
>;

/**
 * A domain view whose answer has every field of it, under the same name in snake_case. Fields that
 * are shown in another form, or not at all, are named in `Except`. A field that is neither makes
 * this another type, so that the function that writes the answer does not compile.
 */
export type Shown<View, Answer, Except extends keyof View = never> = [
  Forgotten<View, Answer, Except>,
] extends [never]
  ? View
  : { readonly fieldsThatAreNotShown: Forgotten<View, Answer, Except> };
