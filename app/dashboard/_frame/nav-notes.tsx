import type { ComponentType } from 'react';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { useFrame } from './frame';
import { HOME, WEBHOOKS } from './paths';

/** Notes, such as a count, after the labels of navigation items, by the item's path. */
export const NAV_NOTES: Readonly<Record<string, ComponentType | undefined>> = {
  [HOME]: OpenDecisions,
  [WEBHOOKS]: FailingEndpoints,
};

function OpenDecisions() {
  const count = useFrame(({ decisions }) => decisions);
  if (!count) return null;
  return (
    <span className="font-normal text-ink-3 text-small tabular-nums">
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{countWithNoun(count, 'decision')}</span>
    </span>
  );
}

function FailingEndpoints() {
  const count = useFrame(({ failing_endpoints: failing }) => failing);
  if (!count) return null;
  return <span className="font-normal text-failed text-small">{count} failing</span>;
}
