export const dynamic = 'force-dynamic';

/** The cost of a route handler that does nothing. */
export function POST() {
  return new Response('{}', { status: 201, headers: { 'content-type': 'application/json' } });
}

export function GET() {
  return new Response('{}', { headers: { 'content-type': 'application/json' } });
}
