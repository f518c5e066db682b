import { z } from 'zod';
import { ENDPOINT_STATES } from '@/lib/domain/endpoint-state';
import { EVENT_TYPES } from '@/lib/domain/event-types';
import { NETWORKS } from '@/lib/domain/network';
import type { EndpointDetail } from '@/lib/webhooks/endpoints/get-endpoint';
import type { EndpointView } from '@/lib/webhooks/endpoints/list-endpoints';
import type { ResponseOf } from '../response';
import { count, moment, paginationSchema } from '../response-fields';
import { serializeView } from '../serialize-view';

const standingSchema = z.strictObject({
  failing_since: moment.nullable().meta({
    description: 'The first failure since the last success; null after a success.',
  }),
  in_a_row: count.meta({
    description: 'How many attempts in a row have succeeded, or have failed, up to the last one.',
  }),
  same_in_a_row: count.meta({
    description: 'How many of these also had the status and the cause of the last one.',
  }),
  last_at: moment.nullable(),
  last_ms: count.nullable(),
  last_status: z.int().nullable(),
  last_error_code: z.string().nullable(),
  last_error: z.string().nullable(),
  last_success_at: moment.nullable(),
  last_failure_at: moment.nullable(),
});

export const endpointSchema = z.strictObject({
  id: z.string(),
  url: z.string(),
  host: z.string(),
  name: z.string().nullable(),
  events: z.array(z.enum(EVENT_TYPES)).nullable().meta({
    description:
      'The event types that the endpoint gets for all payments; null if it gets events only for payments that name its URL.',
  }),
  network: z.enum(NETWORKS).nullable().meta({
    description: 'The endpoint gets events for payments on this network; null for every network.',
  }),
  last_event_at: moment.nullable(),
  paused_at: moment.nullable().meta({ description: 'Null while deliveries are sent.' }),
  switched_off: z.boolean().meta({
    description: 'Paused by the server, because the endpoint failed for ten days in a row.',
  }),
  paused_by: z
    .string()
    .nullable()
    .meta({ description: 'Name or e-mail address of the member who paused the endpoint.' }),
  waiting: z.strictObject({
    count,
    oldest_at: moment.nullable(),
    next_attempt_at: moment.nullable(),
  }),
  state: z.enum(ENDPOINT_STATES).meta({
    description:
      '`working` if its last five attempts have succeeded, `failing` if they have all failed, otherwise `some_fail`. With fewer attempts, all of them count.',
  }),
  standing: standingSchema.meta({ description: 'The last attempts to this endpoint.' }),
  host_paused_until: moment.nullable().meta({
    description: 'No attempt before this time, because its host failed five times in a row.',
  }),
  hours: z
    .array(z.strictObject({ accepted: count, failed: count }))
    .meta({ description: 'Attempts in each of the last 24 hours.' }),
});

export const publicEndpointSchema = endpointSchema
  .omit({ paused_by: true, host: true, hours: true })
  .extend({ standing: standingSchema.omit({ last_ms: true }) })
  .meta({ id: 'WebhookEndpoint', description: 'A URL that webhooks were sent to.' });

export const publicEndpointPageSchema = z
  .strictObject({ data: z.array(publicEndpointSchema), pagination: paginationSchema })
  .meta({ id: 'WebhookEndpointPage' });

export type EndpointResponse = ResponseOf<typeof endpointSchema>;

const can = z.strictObject({ change: z.boolean(), administer: z.boolean() });

export const endpointPageSchema = z.strictObject({
  data: z.array(endpointSchema),
  pagination: paginationSchema,
  can,
});
export type EndpointPageResponse = ResponseOf<typeof endpointPageSchema>;

const figuresSchema = z.strictObject({
  attempts: count,
  succeeded: count,
  median_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});
export type EndpointFiguresResponse = ResponseOf<typeof figuresSchema>;

const failureSchema = z.strictObject({
  delivery_id: z.string(),
  event_type: z.string(),
  number: z.int(),
  at: moment,
  error: z.string(),
});
export type RecordedEndpointFailure = ResponseOf<typeof failureSchema>;

export const endpointDetailSchema = endpointSchema.extend({
  day: figuresSchema.meta({ description: 'Attempts for events of the last 24 hours.' }),
  week: figuresSchema.meta({ description: 'Attempts for events of the last 7 days.' }),
  is_part: z.boolean().meta({ description: 'Only the newest 10 000 events are counted.' }),
  failures: z.array(failureSchema),
  can,
});
export type EndpointDetailResponse = ResponseOf<typeof endpointDetailSchema>;

export function endpointResponse(view: EndpointView): EndpointResponse {
  const { merchantId, createdAt, pausedByUser, ...shown } = view;
  return serializeView(endpointSchema, { ...shown, pausedBy: pausedByUser });
}

/** Returns an endpoint for an API key, which must not learn who paused the endpoint. */
export function publicEndpointResponse(
  view: EndpointView,
): ResponseOf<typeof publicEndpointSchema> {
  const { paused_by: _, host, hours, standing, ...shown } = endpointResponse(view);
  const { last_ms: __, ...attempts } = standing;
  return { ...shown, standing: attempts };
}

export function endpointDetailResponse(
  view: EndpointDetail,
  can: EndpointDetailResponse['can'],
): EndpointDetailResponse {
  return {
    ...endpointResponse(view),
    day: serializeView(figuresSchema, view.day),
    week: serializeView(figuresSchema, view.week),
    is_part: view.isPart,
    failures: view.failures.map((failure) => serializeView(failureSchema, failure)),
    can,
  };
}
