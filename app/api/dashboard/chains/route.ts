import type { ChainsAnswer } from '@/app/dashboard/_data/chain-answers';
import { dashboardGet } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { chainStatus } from '@/lib/payments/chain-status';
import { toChainAnswer } from './chain-answer';

export const GET = dashboardGet(noFields, async ({ api, actor, now }) => {
  const chains = await chainStatus(api.db, actor, api.env.sources, now);
  return { data: chains.map(toChainAnswer), now: now.toISOString() } satisfies ChainsAnswer;
});
