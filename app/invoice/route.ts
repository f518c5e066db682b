import { invoiceResponse } from '../i/_page/invoice-response';

export const dynamic = 'force-dynamic';

/** BTCPay's script in a shop's page frames this URL. */
export function GET(request: Request): Promise<Response> {
  return invoiceResponse(request, new URL(request.url).searchParams.get('id') ?? '');
}
