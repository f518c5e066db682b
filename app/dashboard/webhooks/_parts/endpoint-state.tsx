'use client';

import { Badge } from '@/app/_ui/badge';
import { useClock, useNowEvery } from '@/app/_ui/clock';
import type { EndpointResponse } from '@/lib/http/endpoints/endpoint-response';
import { endpointWords } from './endpoint-words';

const TICK_MS = 5_000;

export function EndpointState({ endpoint }: { endpoint: EndpointResponse }) {
  const { tone, label, detail } = useEndpointWords(endpoint);
  return (
    <span className="grid justify-items-start gap-0.5">
      <Badge tone={tone}>{label}</Badge>
      {detail && <span className="text-ink-2 text-small">{detail}</span>}
    </span>
  );
}

export function useEndpointWords(endpoint: EndpointResponse) {
  const { timeZone } = useClock();
  return endpointWords(endpoint, useNowEvery(TICK_MS), timeZone);
}
