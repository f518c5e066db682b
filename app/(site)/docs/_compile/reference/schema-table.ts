import type { oas31 } from 'zod-openapi';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

export type Schemas = Readonly<Record<string, Schema>>;

export const OBJECTS_PAGE = 'objects';

const HEAD = '| name | type | |\n| --- | --- | --- |\n';

export function fieldTable(schema: Schema, schemas: Schemas): string {
  const rows = rowsOf(resolveSchema(schema, schemas), '');
  return rows.length === 0 ? '' : HEAD + rows.join('\n');
}

export function parameterTable(parameters: readonly oas31.ParameterObject[]): string {
  const rows = parameters.map(({ name, in: place, required, description = '', schema = {} }) =>
    row(
      name,
      `${formatSchemaType(schema)} in the ${place}`,
      required === true,
      factsOf(schema, description),
    ),
  );
  return rows.length === 0 ? '' : HEAD + rows.join('\n');
}

export function formatSchemaType(schema: Schema): string {
  if (isReference(schema)) {
    const name = nameOf(schema);
    return `[${name}](/docs/reference/${OBJECTS_PAGE}.md#${name.toLowerCase()})`;
  }
  if (schema.anyOf) return schema.anyOf.map(formatSchemaType).join(' or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ');
  const types = [schema.type ?? 'anything'].flat();
  const { items } = schema;
  return types
    .map((one) => (one === 'array' && items ? `array of ${formatSchemaType(items)}` : one))
    .join(' or ');
}

/** Resolves references. For an array, resolves the schema of its items. */
export function resolveSchema(schema: Schema, schemas: Schemas): oas31.SchemaObject {
  if (!isReference(schema)) return schema.items ? resolveSchema(schema.items, schemas) : schema;
  return resolveSchema(schemas[nameOf(schema)] ?? {}, schemas);
}

const nameOf = (reference: oas31.ReferenceObject) => reference.$ref.split('/').at(-1) ?? '';
export const isReference = (schema: Schema): schema is oas31.ReferenceObject => '$ref' in schema;

function rowsOf(object: oas31.SchemaObject, prefix: string): string[] {
  const closed = object.additionalProperties === false;
  return Object.entries(object.properties ?? {}).flatMap(([field, value]) => {
    const required = closed && (object.required?.includes(field) ?? false);
    const description = 'description' in value ? (value.description ?? '') : '';
    const nested = isReference(value) ? [] : rowsOf(value, `${prefix}${field}.`);
    const facts = factsOf(value, description);
    return [row(prefix + field, formatSchemaType(value), required, facts), ...nested];
  });
}

function row(name: string, type: string, required: boolean, facts: string): string {
  return `| \`${name}\` | ${type}${required ? ', required' : ''} | ${facts} |`;
}

function factsOf(schema: Schema, description: string): string {
  return [description, ...(isReference(schema) ? [] : limits(schema))].filter(Boolean).join(' ');
}

function limits({ minimum, maximum, default: standard, maxLength }: oas31.SchemaObject): string[] {
  const range =
    minimum !== undefined && maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? [`${digits(minimum)} to ${digits(maximum)}.`]
      : [];
  return [
    ...range,
    ...(maxLength === undefined ? [] : [`At most ${digits(maxLength)} characters.`]),
    ...(standard === undefined || Array.isArray(standard) ? [] : [`Default \`${standard}\`.`]),
  ];
}

/** Groups digits in threes with a narrow space, which no reader can mistake for a decimal point. */
const digits = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, '\u202f');
