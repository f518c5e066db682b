import type { oas31 } from 'zod-openapi';
import { ROUTES } from '../table';
import { describeApi, documentedRoutes } from './describe-api';

export const DOCUMENTED_ROUTES = documentedRoutes(ROUTES);

export function openApiDocument(appUrl: URL): oas31.OpenAPIObject {
  return describeApi(ROUTES, appUrl);
}
