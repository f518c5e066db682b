import type { oas31 } from 'zod-openapi';
import { publicUrl } from '@/lib/domain/public-url';
import { openApiDocument } from '@/lib/http/openapi/document';
import { EXAMPLES } from '@/lib/http/openapi/examples';
import type { TryOperation, TryParameter } from '../../_try/try-operation';
import type { PageSource } from '../page-source';
import { fenced, type Operation, operationExamples, operationMarkdown } from './operation-markdown';
import { fieldTable, followed, isReference, OBJECTS_PATH, type Schemas } from './schema-table';

const ROOT = '/docs/reference';

/** The API reference: an overview, a page for each operation and webhook, and the objects. */
export function referencePages(appUrl: URL): PageSource[] {
  const document = openApiDocument(appUrl);
  const schemas = document.components?.schemas ?? {};
  const baseUrl = publicUrl(appUrl, '');
  const operations = listed(document.paths).map((operation) => {
    const tryIt = tryOperation(operation, schemas, baseUrl);
    return page(pathOf(operation.operation), operation.operation.summary ?? '', {
      group: operation.operation.tags?.[0] ?? '',
      markdown: operationMarkdown(operation, schemas),
      aside: operationExamples(operation, tryIt),
      tryIt,
    });
  });
  const webhooks = listed(document.webhooks).map((webhook) =>
    page(pathOf(webhook.operation), webhook.path, {
      group: 'Webhooks',
      markdown: operationMarkdown(webhook, schemas).replace(/^`POST (\S+)`$/m, '`$1`'),
      aside: webhookExample(webhook.operation),
    }),
  );
  return [
    page(ROOT, 'API reference', { markdown: overview(document, [...operations, ...webhooks]) }),
    ...operations,
    ...webhooks,
    page(OBJECTS_PATH, 'Objects', { markdown: objectsMarkdown(schemas) }),
  ];
}

function page(
  path: string,
  label: string,
  content: Pick<PageSource, 'markdown' | 'aside' | 'tryIt'> & { group?: string },
): PageSource {
  return { path, label, file: `${path.slice(1)}.md`, group: 'Reference', ...content };
}

function listed(paths: oas31.PathsObject = {}): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['post', 'get'] as const).flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

function pathOf({ operationId = '' }: oas31.OperationObject): string {
  return `${ROOT}/${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function webhookExample(operation: oas31.OperationObject): string {
  const { content } = operation.requestBody as oas31.RequestBodyObject;
  return `## Body\n\n${fenced('json', JSON.stringify(content['application/json']?.example, null, 2))}`;
}

function overview(document: oas31.OpenAPIObject, pages: readonly PageSource[]): string {
  const tags = document.tags ?? [];
  return [
    '# API reference',
    document.info.description,
    `The base URL of this server is \`${document.servers?.[0]?.url}\`. The reference is also an [OpenAPI 3.1 document](/docs/openapi.json), which the API serves at \`/v1/openapi.json\`: generate a client from it, or open it in your own tool. You can send each operation from its page with a sandbox key.`,
    '## Authentication',
    `Every request carries \`Authorization: Bearer\` and an API key. ${document.components?.securitySchemes?.apiKey?.description} The API accepts no Basic authentication, cookie or query parameter.`,
    ...tags.flatMap(({ name, description }) => [
      `## ${name}`,
      description,
      pages
        .filter(({ group }) => group === name)
        .map(({ path, markdown }) => {
          const title = /^# (.+)$/m.exec(markdown)?.[1];
          const line = /^`([^`]+)`$/m.exec(markdown)?.[1];
          return `- [${title}](${path}): \`${line}\``;
        })
        .join('\n'),
    ]),
    `[Objects](${OBJECTS_PATH}) lists all objects, [errors](/docs/errors) all error codes.`,
  ].join('\n\n');
}

/** The page that lists every object of the answers with its fields. */
function objectsMarkdown(schemas: Schemas): string {
  const parts = Object.entries(schemas)
    .filter(([, schema]) => isAnswer(schema))
    .map(([name, schema]) => {
      const { description = '' } = schema as oas31.SchemaObject;
      return [`## ${name}`, description, fieldTable(schema, schemas)].filter(Boolean).join('\n\n');
    });
  return [
    '# Objects',
    'The objects in answers and webhooks. We may add fields, but remove none and change the type of none.',
    ...parts,
  ].join('\n\n');
}

/** Requests refuse unknown fields; answers may get new ones. */
function isAnswer(schema: Schemas[string]): boolean {
  return !isReference(schema) && !!schema.properties && schema.additionalProperties !== false;
}

/** The initial values of an operation's form: its example, without values that exist only there. */
function tryOperation(
  { method, path, operation }: Operation,
  schemas: Schemas,
  baseUrl: string,
): TryOperation {
  const parameters = (operation.parameters ?? []) as oas31.ParameterObject[];
  const body = (operation.requestBody as oas31.RequestBodyObject | undefined)?.content[
    'application/json'
  ];
  return {
    method: method === 'get' ? 'GET' : 'POST',
    path,
    baseUrl,
    open: operation.security?.length === 0,
    parameters: parameters.map(tryParameter),
    examplePayment: EXAMPLES.paymentId,
    ...(body && { body: bodyOf(body, schemas) }),
  };
}

function tryParameter({ in: place, name, required, schema = {} }: oas31.ParameterObject) {
  const plain = isReference(schema) ? {} : schema;
  const values = plain.enum?.map(String) ?? [];
  return {
    place: place as TryParameter['place'],
    name,
    required: required === true,
    example: required ? exampleOf(name, plain) : '',
    ...(values.length > 0 && { values }),
  };
}

function exampleOf(name: string, { examples }: oas31.SchemaObject): string {
  // All payments, as in the curl command of the example.
  if (name === 'from') return '0';
  if (name === 'to') return '4000000000';
  return String(examples?.[0] ?? '');
}

function bodyOf({ example, schema = {} }: oas31.MediaTypeObject, schemas: Schemas): string {
  const { required = [] } = followed(schema, schemas);
  const fields = Object.entries((example ?? {}) as Record<string, unknown>);
  // The shop in the example does not exist: only an operation that requires a URL gets one.
  const kept = fields.filter(([name]) => name !== 'webhook_url' || required.includes(name));
  return JSON.stringify(Object.fromEntries(kept), null, 2);
}
