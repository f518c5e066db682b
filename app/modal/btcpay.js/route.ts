import { scriptResponse } from '@/app/embed.js/script-response';
import { refusalWhileOff } from '@/lib/greenfield/public';
import script from './_shop/main.ts?inline';

const respond = scriptResponse(script);

/**
 * Serves a script with the same URL and functions as BTCPay's own script, for shops' pages that
 * show an invoice in a dialog.
 */
export function GET(request: Request): Response {
  return refusalWhileOff() ?? respond(request);
}
