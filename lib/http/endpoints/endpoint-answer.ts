import { z } from 'zod';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import type { EndpointDetail } from '@/lib/webhooks/endpoints/get-endpoint';
import type { EndpointView } from '@/lib/webhooks/endpoints/list-endpoints';
import type { Answer } from '../answer';
import { count, moment, paginationSchema } from '../answer-fields';
import { wire } from '../wire';

const endpointSchema = z.strictObject({
  id: z.string(),
  url: z.string(),
  host: z.string(),
  last_event_at: moment.nullable(),
  paused_at: moment.nullable().meta({ description: 'Null while deliveries are sent.' }),
  paused_by: z.string().nullable().meta({ description: 'The e-mail address of who paused it.' }),
  waiting: z.strictObject({
    count,
    oldest_at: moment.nullable(),
    next_attempt_at: moment.nullable(),
  }),
  standing: z
    .strictObject({
      failures: count.meta({ description: 'In a row.' }),
      open_until: moment.nullable().meta({ description: 'No attempt before this time.' }),
      last_success_at: moment.nullable(),
    })
    .meta({ description: 'The state of its host, which the endpoints on it share.' }),
});

export const ownEndpointSchema = endpointSchema
  .omit({ paused_by: true, host: true })
  .meta({ id: 'WebhookEndpoint', description: 'A URL that webhooks were sent to.' });

export const ownEndpointPageSchema = z
  .strictObject({ data: z.array(ownEndpointSchema), pagination: paginationSchema })
  .meta({ id: 'WebhookEndpointPage' });

export type EndpointAnswer = Answer<typeof endpointSchema>;

const can = z.strictObject({ change: z.boolean() });

export const endpointPageSchema = z.strictObject({
  data: z.array(endpointSchema),
  pagination: paginationSchema,
  can,
});
export type EndpointPageAnswer = Answer<typeof endpointPageSchema>;

const figuresSchema = z.strictObject({
  attempts: count,
  succeeded: count,
  median_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});
export type EndpointFiguresAnswer = Answer<typeof figuresSchema>;

const failureSchema = z.strictObject({
  delivery_id: z.string(),
  event_type: z.enum(EVENT_TYPES),
  number: z.int(),
  at: moment,
  error: z.string(),
});
export type EndpointFailureAnswer = Answer<typeof failureSchema>;

export const endpointDetailSchema = endpointSchema.extend({
  day: figuresSchema.meta({ description: 'Of the attempts for events of the last 24 hours.' }),
  week: figuresSchema.meta({ description: 'Of the attempts for events of the last 7 days.' }),
  is_part: z.boolean().meta({ description: 'Only the newest 10 000 events are counted.' }),
  failures: z.array(failureSchema),
  can,
});
export type EndpointDetailAnswer = Answer<typeof endpointDetailSchema>;

export function endpointAnswer(view: EndpointView): EndpointAnswer {
  const { merchantId, createdAt, pausedByEmail, ...shown } = view;
  return wire(endpointSchema, { ...shown, pausedBy: pausedByEmail });
}

/** An API key does not learn who paused an endpoint. */
export function ownEndpointAnswer(view: EndpointView): Answer<typeof ownEndpointSchema> {
  const { paused_by: _, host, ...shown } = endpointAnswer(view);
  return shown;
}

export function endpointDetailAnswer(
  view: EndpointDetail,
  mayChange: boolean,
): EndpointDetailAnswer {
  return {
    ...endpointAnswer(view),
    day: wire(figuresSchema, view.day),
    week: wire(figuresSchema, view.week),
    is_part: view.isPart,
    failures: view.failures.map((failure) => wire(failureSchema, failure)),
    can: { change: mayChange },
  };
}
