import script from './_shop/main.ts?inline';
import { createScriptHandler } from './create-script-handler';

const respond = createScriptHandler(script);

/** A shop's page opens the payment page in a dialog with this script. */
export function GET(request: Request): Response {
  return respond(request);
}
