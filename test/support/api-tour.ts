import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import type { DocumentedRoute } from '@/lib/http/openapi/describe-operation';
import { DOCUMENTED_ROUTES } from '@/lib/http/openapi/document';
import { createLogger } from '@/lib/log';
import { expirePayments } from '@/lib/payments/expire-payments';
import { syncChain } from '@/lib/payments/sync-chain';
import { dispatchDue } from '@/lib/webhooks/delivery/dispatch';
import { createTestApi, type TestApi, type TestRequest, type TestResponse } from './api';
import { createTestDatabase, type TestDatabase } from './database';
import { createTestKey, type TestKey, testVault } from './factories';
import { LONG_LIMITS } from './long-limits';
import { type Receiver, startReceiver } from './receiver';

/** Every run must use the same addresses, so all wallets of the tour have this descriptor. */
const DESCRIPTOR =
  'wpkh(tpubDDk8ga1UFzxaqGmXxgrxjVKMT6y8tPBbvPYmPb2hdX8VDYXn6s7DbGJ6h4KkLwenz9oxJ4Diyn1tmpe9AzXS3VzayAppbaL8MxSwaksfmXo/0/*)';
const BEGIN = Date.parse('2026-05-01T12:00:00Z');

export interface DocumentedExample {
  readonly request?: unknown;
  readonly answers: Record<string, unknown>;
}

export interface ApiTour {
  readonly base: TestDatabase;
  readonly receiver: Receiver;
  readonly api: TestApi;
  readonly key: TestKey;
  withSettings(variables: Record<string, string>, base?: TestDatabase): TestApi;
  ask(id: string, request?: Partial<TestRequest> & { id?: string }): Promise<TestResponse>;
  askOn(
    api: TestApi,
    id: string,
    request?: Partial<TestRequest> & { id?: string },
  ): Promise<TestResponse>;
  passTime(seconds: number): void;
  now(): Date;
  work(): Promise<void>;
  /**
   * The operations so far with their results, such as `POST /v1/btc/payments 201`. An error's
   * result includes its code.
   */
  readonly seen: Set<string>;
  readonly operations: Record<string, DocumentedExample>;
  readonly problems: Record<string, unknown>;
  close(): Promise<void>;
}

export async function openApiTour(): Promise<ApiTour> {
  const [base, receiver] = await Promise.all([createTestDatabase(), startReceiver()]);
  const key = await createTestKey(base.db, {
    descriptor: DESCRIPTOR,
    allowCustomAddresses: true,
    allowManagement: true,
  });
  let at = BEGIN;
  const now = () => new Date(at);
  const withSettings = (variables: Record<string, string>, on = base) =>
    createTestApi(on, variables, createLogger('silent'), now);
  const notes = { seen: new Set<string>(), operations: {}, problems: {} };
  const askOn: ApiTour['askOn'] = async (api, id, { id: paymentId = 'pay_0', ...request } = {}) => {
    const operation = operationOf(id);
    const path = operation.path.replace('{id}', paymentId) + (request.path ?? '');
    const asked = { key: key.apiKey, method: operation.method, ...request, path };
    const answer = await api.call(asked);
    writeDown(notes, operation, asked, answer);
    return answer;
  };
  const api = withSettings({});
  return {
    ...notes,
    base,
    receiver,
    api,
    key,
    withSettings,
    askOn,
    ask: (id, request) => askOn(api, id, request),
    passTime: (seconds) => {
      at += seconds * 1_000;
    },
    now,
    work: async () => {
      await syncChain(base.database, 'regtest', createSandboxSource(base.db, now), now);
      await expirePayments(base.db, now());
      await dispatchDue(
        {
          db: base.db,
          vault: testVault,
          policy: { allowPrivate: true },
          log: createLogger('silent'),
          random: () => 0.5,
          limits: LONG_LIMITS,
        },
        now,
      );
    },
    close: async () => {
      await receiver.close();
      await base.drop();
    },
  };
}

export function operationOf(id: string): DocumentedRoute {
  const operation = DOCUMENTED_ROUTES.find(({ docs }) => docs.id === id);
  if (!operation) throw new Error(`there is no operation ${id}`);
  return operation;
}

type Notes = Pick<ApiTour, 'seen' | 'operations' | 'problems'>;

function writeDown(
  { seen, operations, problems }: Notes,
  operation: DocumentedRoute,
  asked: TestRequest,
  { status, json }: TestResponse,
): void {
  const where = `${operation.method} ${operation.path} ${status}`;
  if (status >= 400) {
    seen.add(`${where} ${json.code}`);
    problems[json.code] ??= json;
    return;
  }
  seen.add(where);
  if (operation.who === 'anyone') return;
  operations[operation.docs.id] ??= {
    ...(asked.body === undefined ? {} : { request: asked.body }),
    answers: {},
  };
  const { answers = {} } = operations[operation.docs.id] ?? {};
  if (json !== undefined) answers[status] ??= json;
}
