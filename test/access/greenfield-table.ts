import { GREENFIELD_ROUTES } from '@/lib/greenfield/table';
import type { FuzzTarget } from '@/test/fuzz/fuzz-request';

const WEBHOOK = {
  url: 'https://shop.example/hook',
  enabled: true,
  automaticRedelivery: false,
  authorizedEvents: { everything: false, specificEvents: ['InvoiceSettled'] },
  secret: 'from the shop',
};

const ASKED: Readonly<Record<string, Pick<FuzzTarget['asked'], 'query' | 'body'>>> = {
  'POST /api/v1/stores/{storeId}/invoices': {
    body: {
      amount: '5.00',
      currency: 'EUR',
      metadata: { orderId: '1', buyerName: 'Ada', buyerEmail: 'a@b.example', itemDesc: 'Tea' },
      checkout: {
        speedPolicy: 'MediumSpeed',
        paymentMethods: ['BTC-CHAIN'],
        expirationMinutes: 15,
        monitoringMinutes: 60,
        paymentTolerance: 0.5,
        redirectURL: 'https://shop.example/?i={InvoiceId}&o={OrderId}',
        redirectAutomatically: true,
        defaultLanguage: 'de-DE',
      },
    },
  },
  'GET /api/v1/stores/{storeId}/invoices': {
    query: { 'orderId[]': '1', status: 'New', startDate: '0', textSearch: 'tea', take: '2' },
  },
  'PUT /api/v1/stores/{storeId}/invoices/{invoiceId}': { body: { metadata: { orderId: '2' } } },
  'POST /api/v1/stores/{storeId}/invoices/{invoiceId}/status': { body: { status: 'Settled' } },
  'POST /api/v1/stores/{storeId}/webhooks': { body: WEBHOOK },
  'PUT /api/v1/stores/{storeId}/webhooks/{webhookId}': { body: WEBHOOK },
  'GET /api/v1/stores/{storeId}/webhooks/{webhookId}/deliveries': { query: { count: '2' } },
  'GET /api/v1/stores/{storeId}/rates': { query: { currencyPair: 'BTC_EUR' } },
};

export function greenfieldTargets(storeId: string, token: string, invoiceId: string): FuzzTarget[] {
  const headers = { authorization: `token ${token}` };
  return GREENFIELD_ROUTES.map(({ method, path }) => {
    const route = `${method} ${path}`;
    const id = path.includes('{invoiceId}') ? invoiceId : 'x';
    return { route: route.replace('{storeId}', storeId), asked: { id, ...ASKED[route] }, headers };
  });
}
