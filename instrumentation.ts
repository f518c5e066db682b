import type { Instrumentation } from 'next';

/** Logs errors of pages and routes. Failed queries are logged without their parameters. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, context) => {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { runtime } = await import('@/lib/runtime');
  runtime().log.error({ err: error, route: context.routePath }, 'a page or a route failed');
};
