import type { z } from 'zod';
import type { CamelCase } from './input/names';

type Immutable<T> = unknown extends T ? T : { readonly [K in keyof T]: Immutable<T[K]> };

/** The read-only type of an answer's schema. */
export type Answer<S extends z.ZodType> = Immutable<z.output<S>>;

type Forgotten<View, Answer, Except> = Exclude<keyof View, CamelCase<keyof Answer> | Except>;

/**
 * A domain view whose answer has every field, under the same name in snake_case. `Except` names the
 * fields that are shown in another form or not at all. A forgotten field changes this type, so that
 * the function that writes the answer does not compile.
 */
export type Shown<View, Answer, Except extends keyof View = never> = [
  Forgotten<View, Answer, Except>,
] extends [never]
  ? View
  : { readonly fieldsThatAreNotShown: Forgotten<View, Answer, Except> };
