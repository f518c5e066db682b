import { z } from 'zod';
import { httpUrl } from './urls';

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl('?').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'], { error: 'must be http/protobuf or http/json' })
    .default('http/protobuf'),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
};

/**
 * The settings for sending traces. They do not include the endpoint, because OpenTelemetry's
 * packages read it from the environment.
 */
export interface TracingSettings {
  readonly protocol: 'http/protobuf' | 'http/json';
}

export function tracingSettings(
  v: z.infer<z.ZodObject<typeof tracingVariables>>,
): TracingSettings | undefined {
  const endpoint = v.OTEL_EXPORTER_OTLP_ENDPOINT ?? v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT;
  if (!endpoint || v.OTEL_SDK_DISABLED?.toLowerCase() === 'true') return undefined;
  return { protocol: v.OTEL_EXPORTER_OTLP_PROTOCOL };
}
