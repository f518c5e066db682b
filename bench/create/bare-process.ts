import { createServer } from 'node:http';
import postgres from 'postgres';
import { newId } from '@/lib/domain/ids';
import { deriveReceive } from '@/test/support/derive-receive';

/**
 * The floor of the create benchmark: Node's own HTTP server, with the same derivation and the same
 * insert. It checks no API key, validates nothing and logs nothing.
 */
const [port, databaseUrl = '', apiKeyId = '', walletId = '', descriptor = ''] =
  process.argv.slice(2);
const sql = postgres(databaseUrl, { max: 16, onnotice: () => {} });

async function create(amountSats: number): Promise<string> {
  return sql.begin(async (tx) => {
    const [wallet] = await tx`
      update wallet set next_index = next_index + 1 where id = ${walletId} returning next_index`;
    const index = Number(wallet?.next_index) - 1;
    const { address, script } = deriveReceive(descriptor, 'regtest', index);
    const now = new Date();
    const [row] = await tx`
      insert into payment ${tx({
        id: newId('payment'),
        checkout_id: newId('checkout'),
        api_key_id: apiKeyId,
        network: 'regtest',
        address,
        script,
        wallet_id: walletId,
        derivation_index: index,
        amount_sats: amountSats,
        tolerance_ppm: 0,
        required_sats: amountSats,
        required_confirmations: 3,
        created_at: now,
        expires_at: new Date(now.getTime() + 3_600_000),
        updated_at: now,
      })} returning id, address`;
    return JSON.stringify(row);
  });
}

const server = createServer(async (request, response) => {
  if (request.method === 'GET') return response.end('ready');
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { amount_sats } = JSON.parse(Buffer.concat(chunks).toString());
  const body = await create(amount_sats);
  response.writeHead(201, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.listen(Number(port), '127.0.0.1');
process.once('disconnect', () => process.exit(0));
