import { z } from 'zod';
import { type CamelCase, camelCase } from './input/names';
import type { ResponseOf } from './response';

/** The view from which a response can be copied: camelCase names, and Dates. */
type ViewOf<S> = S extends z.ZodISODateTime
  ? Date
  : S extends z.ZodNullable<infer Inner>
    ? ViewOf<Inner> | null
    : S extends z.ZodArray<infer Item>
      ? readonly ViewOf<Item>[]
      : S extends z.ZodObject<infer Fields>
        ? { readonly [Name in keyof Fields as CamelCase<Name>]: ViewOf<Fields[Name]> }
        : S extends z.ZodType
          ? ResponseOf<S>
          : never;

/** A type's field names at every depth, without the types of the fields. */
type Names<T> = T extends string | number | boolean | Date | null | undefined
  ? null
  : { readonly [Name in keyof T]-?: Names<T[Name]> };

/**
 * The type of the view, if the response has all fields of the view. Otherwise, the type error lists
 * the fields that the response lacks, or says `never` if they are in a nested object.
 */
type Whole<View, S, Made> =
  Names<Without<ViewOf<S>, Made>> extends Names<Without<View, Made>>
    ? View
    : { readonly fieldsThatAreNotShown: Exclude<keyof View, keyof ViewOf<S>> };

type Without<View, Made> = Omit<View, CamelCase<keyof Made> & string>;

/**
 * Returns a response copied from a view: `created_at` is the view's `createdAt` in ISO 8601.
 * Records, tuples and unions are not converted. A call compiles only if view and response have the
 * same fields; to leave out a field, exclude it in the parameter's type: `Omit<View, 'apiKeyId'>`.
 *
 * @param made fields of the response that are not copied from the view, by their response names
 */
export function serializeView<
  S extends z.ZodObject,
  View extends Without<ViewOf<S>, Made>,
  Made extends Partial<ResponseOf<S>> = Record<never, never>,
>(schema: S, view: View & Whole<View, S, Made>, made?: Made): ResponseOf<S> {
  return copierOf(schema)(view, made) as ResponseOf<S>;
}

type Copier = (value: unknown, made?: object) => unknown;

/** Each schema gets its copier only once, because a list calls it for every row. */
const copiers = new WeakMap<z.core.$ZodType, Copier>();

function copierOf(schema: z.core.$ZodType): Copier {
  const known = copiers.get(schema);
  if (known) return known;
  const copier = newCopier(schema);
  copiers.set(schema, copier);
  return copier;
}

function newCopier(schema: z.core.$ZodType): Copier {
  if (schema instanceof z.ZodISODateTime) return (at) => (at as Date).toISOString();
  if (schema instanceof z.ZodNullable) {
    const copy = copierOf(schema.unwrap());
    return (value) => (value === null ? null : copy(value));
  }
  if (schema instanceof z.ZodArray) {
    const copy = copierOf(schema.element);
    return (items) => (items as readonly unknown[]).map((item) => copy(item));
  }
  if (schema instanceof z.ZodObject) return objectCopier(schema);
  return (value) => value;
}

function objectCopier(schema: z.ZodObject): Copier {
  const fields = Object.entries(schema.shape).map(
    ([name, field]) => [name, camelCase(name), copierOf(field)] as const,
  );
  return (view, made) => {
    const answer: Record<string, unknown> = {};
    for (const [name, from, copy] of fields) {
      const isMade = made !== undefined && Object.hasOwn(made, name);
      answer[name] = isMade
        ? (made as Record<string, unknown>)[name]
        : copy((view as Record<string, unknown>)[from]);
    }
    return answer;
  };
}
