import { DeliveryBadge } from '@/app/_ui/status-badge';
import type { DeliveryRowResponse } from '@/lib/http/deliveries/delivery-detail-response';

const WORDS: Readonly<Record<string, string>> = {
  blocked: 'Blocked: not a public address',
  unsigned: 'No signing secret',
  timeout_dns: 'DNS timed out',
  timeout_connect: 'Connection timed out',
  timeout_tls: 'TLS timed out',
  timeout_first_byte: 'No response in time',
  // Only attempts stored by earlier versions have this outcome.
  timeout_body: 'Response timed out',
  dns: 'Unknown host name',
  connection_refused: 'Connection refused',
  unreachable: 'Server unreachable',
  tls_certificate: 'Certificate not valid',
  tls: 'TLS failed',
  connection_reset: 'Connection reset',
  not_http: 'Not an HTTP response',
};

const WITH_STATUS: Readonly<Record<string, string>> = {
  challenge_page: 'challenge page',
  csrf: 'CSRF check',
  login_redirect: 'login redirect',
  redirect: 'redirect',
};

/** Returns the newest attempt's result in a few words; undefined before an attempt has ended. */
export function outcomeWords(status: number | null, errorCode: string | null): string | undefined {
  const words = errorCode === null ? undefined : WORDS[errorCode];
  if (words) return words;
  if (status === null) return undefined;
  const more = errorCode === null ? undefined : WITH_STATUS[errorCode];
  return more ? `HTTP ${status}, ${more}` : `HTTP ${status}`;
}

interface Props {
  readonly delivery: Pick<
    DeliveryRowResponse,
    'status' | 'attempt' | 'next_attempt_at' | 'response_status' | 'last_error'
  >;
  readonly errorCode: string | null;
}

export function DeliveryOutcome({ delivery, errorCode }: Props) {
  const { response_status: code, last_error: error } = delivery;
  const words = outcomeWords(code, errorCode);
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="shrink-0">
        <DeliveryBadge {...delivery} />
      </span>
      {words && (
        <span className="min-w-0 truncate text-ink-2 text-small" title={error ?? undefined}>
          {words}
        </span>
      )}
    </span>
  );
}
