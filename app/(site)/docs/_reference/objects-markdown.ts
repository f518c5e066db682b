import type { oas31 } from 'zod-openapi';
import { fieldTable, isReference, type Schemas } from './schema-table';

/** Every object of the answers, with its fields. */
export function objectsMarkdown(schemas: Schemas): string {
  const parts = Object.entries(schemas)
    .filter(([, schema]) => isAnswer(schema))
    .map(([name, schema]) => {
      const { description = '' } = schema as oas31.SchemaObject;
      return [`## ${name}`, description, fieldTable(schema, schemas)].filter(Boolean).join('\n\n');
    });
  return [
    '# Objects',
    'What answers and webhooks are made of. Fields may be added; none is removed, and none changes its type.',
    ...parts,
  ].join('\n\n');
}

/** What is asked must be known to the last field; what is answered may grow. */
function isAnswer(schema: Schemas[string]): boolean {
  return !isReference(schema) && !!schema.properties && schema.additionalProperties !== false;
}
