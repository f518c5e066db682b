import { scriptResponse } from '@/app/embed.js/script-response';
import { refusalWhileOff } from '@/lib/greenfield/public';
import script from './_shop/main.ts?inline';

const respond = scriptResponse(script);

/** The script of BTCPay's address and functions, for shops' pages that show an invoice in a dialog. */
export function GET(request: Request): Response {
  return refusalWhileOff() ?? respond(request);
}
