import script from './_shop/main.ts?inline';
import { scriptResponse } from './script-response';

const respond = scriptResponse(script);

/** The script for a shop's page that opens the payment page in a dialog. */
export function GET(request: Request): Response {
  return respond(request);
}
