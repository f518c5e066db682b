import type { oas31 } from 'zod-openapi';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly operation: oas31.OperationObject;
}

/** A command that makes the request of an operation's example. */
export function curlCommand(baseUrl: string, { method, path, operation }: Asked): string {
  const parameters = (operation.parameters ?? []) as oas31.ParameterObject[];
  const body = (operation.requestBody as oas31.RequestBodyObject | undefined)?.content[
    'application/json'
  ];
  const url = baseUrl + withExamples(path, parameters) + query(parameters);
  const open = operation.security?.length === 0;
  const lines = [
    `curl ${url.includes('?') ? `"${url}"` : url}`,
    ...(method === 'post' && !body ? ['-X POST'] : []),
    ...(open ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...(operation.operationId === 'createPayment' ? ["-H 'Idempotency-Key: order-1001'"] : []),
    ...(body ? ["-H 'Content-Type: application/json'", `-d '${data(body.example)}'`] : []),
  ];
  return lines.join(' \\\n  ');
}

function data(example: unknown): string {
  return JSON.stringify(example ?? {}, null, 2).replaceAll('\n', '\n  ');
}

function withExamples(path: string, parameters: readonly oas31.ParameterObject[]): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((one) => one.in === 'path' && one.name === name)?.schema;
    return String((schema as oas31.SchemaObject | undefined)?.examples?.[0] ?? name);
  });
}

/** The required parameters, over the whole of time. */
function query(parameters: readonly oas31.ParameterObject[]): string {
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  if (required.length === 0) return '';
  return `?${required.map(({ name }) => `${name}=${name === 'to' ? 4_000_000_000 : 0}`).join('&')}`;
}
