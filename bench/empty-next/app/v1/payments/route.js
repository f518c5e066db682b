export const dynamic = 'force-dynamic';

export function POST() {
  return new Response('{}', { status: 201, headers: { 'content-type': 'application/json' } });
}

export function GET() {
  return new Response('{}', { headers: { 'content-type': 'application/json' } });
}
