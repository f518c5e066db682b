'use client';

import { Badge } from '@/app/_ui/badge';
import { useQuickNow } from '@/app/_ui/clock';
import type { EndpointAnswer } from '@/lib/http/endpoints/endpoint-answer';
import { endpointWords } from './endpoint-words';

const TICK_MS = 5_000;

export function EndpointBadge({ endpoint }: { endpoint: EndpointAnswer }) {
  const { tone, label, means } = useEndpointWords(endpoint);
  return (
    <span title={means}>
      <Badge tone={tone}>{label}</Badge>
    </span>
  );
}

export function useEndpointWords(endpoint: EndpointAnswer) {
  return endpointWords(endpoint, useQuickNow(TICK_MS));
}
