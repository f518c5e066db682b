import type { z } from 'zod';

type Immutable<T> = unknown extends T ? T : { readonly [K in keyof T]: Immutable<T[K]> };

/** The read-only type of the response that a schema describes. */
export type ResponseOf<S extends z.ZodType> = Immutable<z.output<S>>;
