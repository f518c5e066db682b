import type { z } from 'zod';

type Immutable<T> = unknown extends T ? T : { readonly [K in keyof T]: Immutable<T[K]> };

export type ResponseOf<S extends z.ZodType> = Immutable<z.output<S>>;
