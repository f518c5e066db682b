import { openApiDocument } from '../openapi/document';
import type { OpenOperation } from '../resource';

/** The document's text by the public base URL, which a process does not change. */
const texts = new Map<string, string>();

/** GET /v1/openapi.json */
export const openApiOperation: OpenOperation = async ({ api }) => {
  const { appUrl } = api.env;
  const text = texts.get(appUrl.href) ?? JSON.stringify(openApiDocument(appUrl));
  texts.set(appUrl.href, text);
  return { status: 200, body: text };
};
