import { openApiDocument } from '@/lib/http/openapi/document';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

/** The document of /v1/openapi.json, indented for reading. */
export function GET(): Response {
  return new Response(JSON.stringify(openApiDocument(runtime().env.appUrl), null, 2), {
    headers: { 'content-type': 'application/json' },
  });
}
