import { z } from 'zod';

export type SchemaShape = Readonly<Record<string, z.core.$ZodType>>;

/** Returns the fields of an object schema, even if it is optional; undefined for other schemas. */
export function findSchemaShape(schema: z.core.$ZodType | undefined): SchemaShape | undefined {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return findSchemaShape(schema.unwrap());
  }
  return undefined;
}
