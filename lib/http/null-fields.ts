import { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import type { Json } from './json-text';

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/**
 * A body without the fields that are null and may be absent: the API answers null for them, so that
 * clients send it back. A field for which null is a value of its own keeps it.
 */
export function withoutNulls(
  body: { readonly [name: string]: Json },
  shape: Shape,
): { readonly [name: string]: Json } {
  const members = Object.entries(body);
  const kept = members.filter(([name, value]) => value !== null || !isAbsentAsNull(shape, name));
  return kept.length === members.length ? body : Object.fromEntries(kept);
}

function isAbsentAsNull(shape: Shape, name: string): boolean {
  const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return (
    schema !== undefined &&
    z.safeParse(schema, undefined).success &&
    !z.safeParse(schema, null).success
  );
}

/** Documents null for the optional fields of a body that {@link withoutNulls} reads. */
export function describeNulls(schema: oas31.SchemaObject, shape: Shape): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!isAbsentAsNull(shape, name) || !('type' in property)) continue;
    property.type = [...[property.type ?? []].flat(), 'null'];
    if (property.enum) property.enum = [...property.enum, null];
  }
}
