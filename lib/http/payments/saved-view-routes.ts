import { z } from 'zod';
import { deleteView } from '@/lib/accounts/delete-view';
import { listViews } from '@/lib/accounts/list-views';
import { renameView } from '@/lib/accounts/rename-view';
import { saveView } from '@/lib/accounts/save-view';
import { nameSchema } from '../input/fields';
import { route } from '../route';
import { paymentFilterFields } from './filter-query';

const MAX_NAME = 40;
const MAX_SEARCH = 1_000;

const viewSchema = z.strictObject({ id: z.string(), name: z.string(), search: z.string() });

const name = nameSchema(MAX_NAME, 'Enter a name.');

const filters = z.strictObject(paymentFilterFields);

const search = z
  .string()
  .max(MAX_SEARCH, { error: `Filters have at most ${MAX_SEARCH} characters.` })
  .refine((text) => filters.safeParse(Object.fromEntries(new URLSearchParams(text))).success, {
    error: 'Must be filters of the payments list, as in its URL.',
  });

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/views',
  who: 'member',
  answer: z.strictObject({ data: z.array(viewSchema) }),
  async handle({ api, actor }) {
    return { data: await listViews(api.db, actor) };
  },
});

const saveRoute = route({
  method: 'POST',
  path: '/api/dashboard/views',
  who: 'member',
  body: z.strictObject({ name, search }),
  answer: viewSchema,
  async handle({ api, actor, body, now }) {
    return saveView(api.db, actor, body, now);
  },
});

const renameRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/views/{id}',
  who: 'member',
  body: z.strictObject({ name }),
  answer: viewSchema,
  async handle({ api, actor, params, body }) {
    return renameView(api.db, actor, params.id, body.name);
  },
});

const deleteRoute = route({
  method: 'DELETE',
  path: '/api/dashboard/views/{id}',
  who: 'member',
  async handle({ api, actor, params }) {
    await deleteView(api.db, actor, params.id);
  },
});

export const dashboardSavedViewRoutes = [listRoute, saveRoute, renameRoute, deleteRoute] as const;
