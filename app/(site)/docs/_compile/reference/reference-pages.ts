import type { MetaData } from 'fumadocs-core/source';
import type { oas31 } from 'zod-openapi';
import { publicUrl } from '@/lib/domain/public-url';
import { openApiDocument } from '@/lib/http/openapi/document';
import type { MarkdownPage } from '../docs-files';
import { type Operation, operationMarkdown } from './operation-markdown';
import { fieldTable, isReference, OBJECTS_PAGE, type Schemas } from './schema-table';
import { toTryOperation } from './to-try-operation';

interface Reference {
  readonly pages: readonly MarkdownPage[];
  readonly meta: MetaData;
}

export function readReference(appUrl: URL): Reference {
  const document = openApiDocument(appUrl);
  const schemas = document.components?.schemas ?? {};
  const operations = listed(document.paths).map((operation) => {
    const tryIt = toTryOperation(operation, schemas, publicUrl(appUrl, ''));
    const markdown = operationMarkdown(operation, schemas, tryIt);
    return { ...pageOf(operation, markdown), tryIt };
  });
  const webhooks = listed(document.webhooks).map((webhook) => ({
    ...pageOf(webhook, operationMarkdown(webhook, schemas)),
    title: webhook.path,
  }));
  const all = [...operations, ...webhooks];
  const tags = (document.tags ?? []).map(({ name, description = '' }) => ({
    name,
    description,
    pages: all.filter(({ tag }) => tag === name),
  }));
  return {
    pages: [
      { path: 'reference/index.md', markdown: overview(document, tags) },
      ...all,
      { path: `reference/${OBJECTS_PAGE}.md`, markdown: objectsMarkdown(schemas) },
    ],
    meta: {
      pages: [
        '---Reference---',
        OBJECTS_PAGE,
        ...tags.flatMap(({ name, pages }) => [`---${name}---`, ...pages.map(({ name }) => name)]),
      ],
    },
  };
}

function listed(paths: oas31.PathsObject = {}): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['post', 'get'] as const).flatMap((method) => {
      const operation = item[method];
      return operation ? [{ method, path, operation }] : [];
    }),
  );
}

interface OperationPage extends MarkdownPage {
  readonly name: string;
  readonly tag: string | undefined;
}

function pageOf({ operation }: Operation, markdown: string): OperationPage {
  const { operationId = '', tags } = operation;
  const name = operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { path: `reference/${name}.md`, name, tag: tags?.[0], markdown };
}

interface TagPages {
  readonly name: string;
  readonly description: string;
  readonly pages: readonly OperationPage[];
}

function overview(document: oas31.OpenAPIObject, tags: readonly TagPages[]): string {
  return [
    '# API reference',
    document.info.description,
    `The base URL of this server is \`${document.servers?.[0]?.url}\`. The reference is also an OpenAPI 3.1 document, [\`/v1/openapi.json\`](/v1/openapi.json): generate a client from it, or open it in your own tool. You can send each operation from its page with a sandbox key.`,
    '## Authentication',
    `Every request carries \`Authorization: Bearer\` and an API key. ${document.components?.securitySchemes?.apiKey?.description} The API accepts no Basic authentication, cookie or query parameter.`,
    ...tags.flatMap(({ name, description, pages }) => [
      `## ${name}`,
      description,
      pages
        .map(({ path, markdown }) => {
          const [title, line] = markdown.slice('# '.length).split('\n\n');
          return `- [${title}](/docs/${path}): ${line}`;
        })
        .join('\n'),
    ]),
    `[Objects](/docs/reference/${OBJECTS_PAGE}.md) lists all objects, [errors](/docs/errors.md) all error codes.`,
  ].join('\n\n');
}

function objectsMarkdown(schemas: Schemas): string {
  const parts = Object.entries(schemas)
    .filter(([, schema]) => isResponse(schema))
    .map(([name, schema]) => {
      const { description = '' } = schema as oas31.SchemaObject;
      return [`## ${name}`, description, fieldTable(schema, schemas)].filter(Boolean).join('\n\n');
    });
  return [
    '# Objects',
    'The objects in responses and webhooks. We may add fields, but never remove one or change its type.',
    ...parts,
  ].join('\n\n');
}

/** Only response schemas allow unknown fields, because responses may get new fields. */
function isResponse(schema: Schemas[string]): boolean {
  return !isReference(schema) && !!schema.properties && schema.additionalProperties !== false;
}
