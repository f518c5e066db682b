import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { paymentDetail } from '@/lib/payments/payment-detail';
import { detailAnswer } from './detail-answer';

export const GET = dashboardGet(noFields, async ({ api, actor, params }) => {
  const detail = await paymentDetail(api.db, actor, params.id ?? '');
  const sandbox = SOURCE_TRAITS[api.env.sources[detail.row.network].kind].simulates;
  return detailAnswer(detail, { actor, sandbox, appUrl: api.env.appUrl });
});
