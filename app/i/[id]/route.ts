import { invoiceResponse } from '../_page/invoice-response';

export const dynamic = 'force-dynamic';

interface Context {
  readonly params: Promise<{ readonly id: string }>;
}

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return invoiceResponse(request, (await params).id);
}
