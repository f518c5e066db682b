import { z } from 'zod';
import { EVENT_TYPES } from '@/lib/domain/payment';
import type { EndpointDetail, EndpointFailure, EndpointFigures } from '@/lib/webhooks/get-endpoint';
import type { EndpointView } from '@/lib/webhooks/list-endpoints';
import type { Answer, Shown } from './answer';
import { count, moment, paginationSchema, stamp } from './answer-fields';

const endpointSchema = z.strictObject({
  id: z.string(),
  url: z.string(),
  host: z.string(),
  created_at: moment,
  last_event_at: moment.nullable(),
  paused_at: moment.nullable().meta({ description: 'Null while deliveries are sent.' }),
  paused_by: z.string().nullable().meta({ description: 'The email address of who paused it.' }),
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
      last_failure_at: moment.nullable().meta({
        description: 'The first failure since that success.',
      }),
    })
    .meta({ description: 'The state of its host, which the endpoints on it share.' }),
});
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
  response_status: z.int().nullable(),
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

/** An endpoint as JSON. */
export function endpointAnswer(
  view: Shown<EndpointView, EndpointAnswer, 'merchantId' | 'pausedByEmail'>,
): EndpointAnswer {
  const { waiting, standing } = view;
  return {
    id: view.id,
    url: view.url,
    host: view.host,
    created_at: view.createdAt.toISOString(),
    last_event_at: stamp(view.lastEventAt),
    paused_at: stamp(view.pausedAt),
    paused_by: view.pausedByEmail,
    waiting: {
      count: waiting.count,
      oldest_at: stamp(waiting.oldestAt),
      next_attempt_at: stamp(waiting.nextAttemptAt),
    },
    standing: {
      failures: standing.failures,
      open_until: stamp(standing.openUntil),
      last_success_at: stamp(standing.lastSuccessAt),
      last_failure_at: stamp(standing.lastFailureAt),
    },
  };
}

/** An endpoint with its figures, as JSON. */
export function endpointDetailAnswer(
  view: EndpointDetail,
  mayChange: boolean,
): EndpointDetailAnswer {
  return {
    ...endpointAnswer(view),
    day: figuresAnswer(view.day),
    week: figuresAnswer(view.week),
    is_part: view.isPart,
    failures: view.failures.map(failureAnswer),
    can: { change: mayChange },
  };
}

function figuresAnswer(
  figures: Shown<EndpointFigures, EndpointFiguresAnswer>,
): EndpointFiguresAnswer {
  const { attempts, succeeded, medianMs, p95Ms } = figures;
  return { attempts, succeeded, median_ms: medianMs, p95_ms: p95Ms };
}

function failureAnswer(
  failure: Shown<EndpointFailure, EndpointFailureAnswer>,
): EndpointFailureAnswer {
  return {
    delivery_id: failure.deliveryId,
    event_type: failure.eventType,
    number: failure.number,
    at: failure.at.toISOString(),
    response_status: failure.responseStatus,
    error: failure.error,
  };
}
