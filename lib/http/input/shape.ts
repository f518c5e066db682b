import { z } from 'zod';

export type Shape = Readonly<Record<string, z.core.$ZodType>>;

/**
 * Returns the fields of an object schema, which may be optional or nullable; undefined for another
 * schema.
 */
export function shapeOf(schema: z.core.$ZodType | undefined): Shape | undefined {
  if (schema instanceof z.ZodObject) return schema.shape;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return shapeOf(schema.unwrap());
  }
  return undefined;
}
