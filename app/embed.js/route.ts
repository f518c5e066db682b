import script from './_shop/main.ts?inline';
import { scriptResponse } from './script-response';

const respond = scriptResponse(script);

/** A shop's page opens the payment page in a dialog with this script. */
export function GET(request: Request): Response {
  return respond(request);
}
