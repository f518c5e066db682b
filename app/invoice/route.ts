import { invoiceResponse } from '../i/_page/invoice-response';

export const dynamic = 'force-dynamic';

/** Serves the payment page at the URL that the script in a shop's page frames. */
export function GET(request: Request): Promise<Response> {
  return invoiceResponse(request, new URL(request.url).searchParams.get('id') ?? '');
}
