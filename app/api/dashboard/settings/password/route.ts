import { z } from 'zod';
import { changePassword } from '@/lib/accounts/change-password';
import { currentVisitor } from '@/lib/auth/visitor';
import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { runtime } from '@/lib/runtime';

const body = z.strictObject({ current: z.string(), password: z.string() });

export const POST = dashboardChange(body, async ({ api, actor, body: asked, now }) => {
  const deps = { db: api.db, throttle: runtime().throttle };
  const visitor = await currentVisitor();
  await changePassword(deps, actor, { current: asked.current, next: asked.password, visitor }, now);
  return { done: true };
});
