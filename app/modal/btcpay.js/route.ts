import { scriptResponse } from '@/app/embed.js/script-response';
import { notFoundWhileDisabled } from '@/lib/greenfield/public';
import script from './_shop/main.ts?inline';

const respond = scriptResponse(script);

/**
 * This script has the URL and the functions of BTCPay's own script, for shop pages that show
 * invoices in a dialog.
 */
export function GET(request: Request): Response {
  return notFoundWhileDisabled() ?? respond(request);
}
