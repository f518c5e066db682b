import { Problem } from '@/lib/domain/problems';
import { inIpRange, parseIp, parseIpRange } from './ip-range';

/**
 * Refuses a client whose address is in none of a key's ranges; without ranges everyone may.
 *
 * @throws Problem `ip_not_allowed`
 */
export function refuseForeignIp(ranges: readonly string[], client: string): void {
  if (ranges.length === 0) return;
  const address = parseIp(client);
  const allowed = ranges.some((text) => {
    const range = parseIpRange(text);
    return address && range && inIpRange(address, range);
  });
  if (allowed) return;
  throw new Problem(
    'ip_not_allowed',
    `This API key may not be used from ${client}. Add the address to the key's allowed addresses, or send the request from one of them.`,
  );
}
