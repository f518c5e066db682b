import type { ChainsAnswer } from '@/app/dashboard/_data/chain-answers';
import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { chainStatusFor } from '@/lib/payments/chain-status-for';
import { toChainAnswer } from './chain-answer';

export const GET = dashboardGet(noFields, async ({ api, actor, now }) => {
  const chains = await chainStatusFor(api.db, actor, api.env.sources, now);
  return { data: chains.map(toChainAnswer), now: now.toISOString() } satisfies ChainsAnswer;
});
