import type { oas31 } from 'zod-openapi';
import { ROUTES } from '../table';
import { describeApi, documented } from './describe-api';

/** Every route of the public API, in reading order. */
export const DOCUMENTED_ROUTES = documented(ROUTES);

export function openApiDocument(appUrl: URL): oas31.OpenAPIObject {
  return describeApi(ROUTES, appUrl);
}
