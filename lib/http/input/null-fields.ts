import { z } from 'zod';
import type { oas31 } from 'zod-openapi';
import { isObject, type Json, type JsonObject } from './json-text';
import { findSchemaShape, type SchemaShape } from './shape';

/**
 * Removes optional fields that are null, also in nested objects. Responses contain null for them,
 * and a shop may send them back. Null stays where it is a valid value.
 */
export function withoutNulls(body: JsonObject, shape: SchemaShape): JsonObject {
  const kept = Object.entries(body).flatMap(([name, value]): [string, Json][] => {
    if (value === null) return isAbsentAsNull(shape, name) ? [] : [[name, value]];
    const inner = findSchemaShape(shape[name]);
    return [[name, inner && isObject(value) ? withoutNulls(value, inner) : value]];
  });
  return Object.fromEntries(kept);
}

function isAbsentAsNull(shape: SchemaShape, name: string): boolean {
  const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
  return (
    schema !== undefined &&
    z.safeParse(schema, undefined).success &&
    !z.safeParse(schema, null).success
  );
}

/**
 * Documents the fields of a body. Optional fields may be null, because {@link withoutNulls} removes
 * them. Nested objects refuse unknown fields, like the body. A default is described in words,
 * because openapi-typescript makes a field with `default` required.
 */
export function documentBodyFields(schema: oas31.SchemaObject, shape: SchemaShape): void {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (!('type' in property)) continue;
    const inner = findSchemaShape(shape[name]);
    if (inner) {
      property.additionalProperties = false;
      documentBodyFields(property, inner);
    }
    if (property.default !== undefined) {
      const preset = `Default: ${JSON.stringify(property.default)}.`;
      property.description = [property.description ?? [], preset].flat().join(' ');
      delete property.default;
    }
    if (!isAbsentAsNull(shape, name)) continue;
    property.type = [...[property.type ?? []].flat(), 'null'];
    if (property.enum) property.enum = [...property.enum, null];
  }
}
