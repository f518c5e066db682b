import { z } from 'zod';
import { Reply, type Route, route } from '../route';
import { describeApi } from './describe-api';

const texts = new Map<string, string>();

/** @param routes returns the table, which contains this route itself */
export function openApiDocumentRoute(routes: () => readonly Route[]) {
  return route({
    method: 'GET',
    path: '/v1/openapi.json',
    who: 'anyone',
    answer: z.looseObject({ openapi: z.string() }).meta({ id: 'OpenApiDocument' }),
    docs: {
      id: 'getOpenApiDocument',
      tag: 'This document',
      summary: 'Get the OpenAPI document',
      description: 'Returns this document, in OpenAPI 3.1. Needs no API key.',
      answers: { 200: { description: 'The document.' } },
      problems: ['rate_limited'],
    },
    async handle({ api: { env } }) {
      const { appUrl } = env;
      const text = texts.get(appUrl.href) ?? JSON.stringify(describeApi(routes(), appUrl));
      texts.set(appUrl.href, text);
      return new Reply(200, text);
    },
  });
}
