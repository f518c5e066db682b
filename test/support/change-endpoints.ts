import type { TestRequest, TestResponse } from './api';

export async function changeEndpoints(
  ask: (
    method: string,
    path: string,
    request?: Partial<TestRequest> & { id?: string },
  ) => Promise<TestResponse>,
  url: string,
): Promise<void> {
  const body = { name: 'Books', url, network: null, events: ['payment.confirmed'] };
  const made = { id: (await ask('POST', 'endpoints', { body })).json.id };
  await ask('PATCH', 'endpoints/{id}', { ...made, body: { name: 'Ledger' } });
  const overlap = { ...made, body: { overlap_seconds: 60 } };
  await ask('POST', 'endpoints/{id}/signing-secret/rotate', overlap);
  await ask('POST', 'endpoints/{id}/remove', made);
}
