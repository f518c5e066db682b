import type { oas31 } from 'zod-openapi';

type Schema = oas31.SchemaObject | oas31.ReferenceObject;

export function contractShapes(document: oas31.OpenAPIObject): Record<string, string> {
  const shapes: Record<string, string> = {};
  const schemas = document.components?.schemas ?? {};
  for (const [name, body] of bodies(document)) addFields(shapes, name, body);
  const used = new Set(Object.values(shapes).filter((type) => type in schemas));
  // This loop adds names to the set that it iterates over, so it also visits nested schemas.
  for (const name of used) {
    const fields: Record<string, string> = {};
    addFields(fields, name, schemas[name] ?? {});
    Object.assign(shapes, fields);
    for (const type of Object.values(fields)) if (type in schemas) used.add(type);
  }
  return shapes;
}

function* bodies(document: oas31.OpenAPIObject): Generator<[string, Schema]> {
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const method of ['get', 'post', 'patch'] as const) {
      const responses: [string, oas31.ResponseObject][] = Object.entries(
        item[method]?.responses ?? {},
      );
      for (const [status, { content = {} }] of responses) {
        const [media] = Object.values(content);
        if (media?.schema) yield [`${method.toUpperCase()} ${path} ${status}`, media.schema];
      }
    }
  }
  for (const [type, item] of Object.entries(document.webhooks ?? {})) {
    const body = item.post?.requestBody as oas31.RequestBodyObject;
    const schema = body.content['application/json']?.schema;
    if (schema) yield [`webhook ${type}`, schema];
  }
}

function addFields(fields: Record<string, string>, name: string, schema: Schema): void {
  fields[name] = typeOf(schema);
  if (isReference(schema)) return;
  for (const [field, value] of Object.entries(schema.properties ?? {})) {
    const optional = schema.required?.includes(field) ? '' : '?';
    addFields(fields, `${name}.${field}${optional}`, value);
  }
  if (schema.items) addFields(fields, `${name}[]`, schema.items);
}

function typeOf(schema: Schema): string {
  if (isReference(schema)) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const type = [schema.type ?? 'anything'].flat().join(' | ');
  return schema.format ? `${type} (${schema.format})` : type;
}

const isReference = (schema: Schema): schema is oas31.ReferenceObject => '$ref' in schema;
