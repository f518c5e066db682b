'use client';

import { useQuery } from '@tanstack/react-query';
import { useClock } from '@/app/_ui/clock';
import { fullStamp } from '@/app/_ui/time-text';
import type { KeyToRotateResponse } from '@/lib/http/keys/key-response';
import { keyQueries } from '../../_data/queries';
import { keyPage } from '../../_frame/paths';
import { type Alert, Alerts } from './alerts';

/** Lists keys whose secrets a former owner knows. */
export function KeysToRotate() {
  const { timeZone } = useClock();
  const { data } = useQuery(keyQueries.list());
  const keys = data?.to_rotate ?? [];
  const current = keys.filter(({ valid_until }) => valid_until === null);
  const rotated = keys.filter(({ valid_until }) => valid_until !== null);
  return <Alerts alerts={[...current, ...rotated].map((key) => alertOf(key, timeZone))} />;
}

const SECRETS = { api_key: 'API key', signing_secret: 'signing secret' } as const;

function alertOf(key: KeyToRotateResponse, timeZone: string | undefined): Alert {
  const known = key.secrets.map((secret) => SECRETS[secret]).join(' and ');
  const who = key.known_by.join(', ');
  const href = keyPage(key.id);
  if (key.valid_until !== null) {
    const [work, them] = key.secrets.length > 1 ? ['They work', 'them'] : ['It works', 'it'];
    return {
      id: key.id,
      tone: 'pending',
      title: `${key.name}: rotated, overlap still running`,
      text: `Former owners know the old ${known}: ${who}. ${work} until ${fullStamp(new Date(key.valid_until), timeZone)}. To stop ${them} now, rotate again without an overlap.`,
      href,
      action: 'Show key',
    };
  }
  return {
    id: key.id,
    tone: 'failed',
    title: `Rotate ${key.name}`,
    text: `Former owners know the ${known}: ${who}.`,
    href,
    action: 'Show key',
  };
}
