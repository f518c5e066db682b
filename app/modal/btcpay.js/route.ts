import { createScriptHandler } from '@/app/embed.js/create-script-handler';
import { notFoundWhileDisabled } from '@/lib/greenfield/public';
import script from './_shop/main.ts?inline';

const respond = createScriptHandler(script);

/**
 * Serves a script with the URL and the functions of BTCPay's own script, for shops that show
 * invoices in a dialog.
 */
export function GET(request: Request): Response {
  return notFoundWhileDisabled() ?? respond(request);
}
