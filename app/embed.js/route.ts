import script from './_shop/main.ts?inline';
import { scriptResponse } from './script-response';

const respond = scriptResponse(script);

/** Serves the script with which a shop's page opens the payment page in a dialog. */
export function GET(request: Request): Response {
  return respond(request);
}
