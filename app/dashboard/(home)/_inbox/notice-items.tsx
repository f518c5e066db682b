import { ButtonLink } from '@/app/_ui/button';
import { useClock } from '@/app/_ui/clock';
import type { NoticesResponse } from '@/lib/http/home/home-response';
import { noticeRows } from './notice-rows';
import { Row } from './row';

interface Props {
  readonly open: boolean;
  readonly notices: NoticesResponse;
}

/** The inbox's rows that are not about a payment. */
export function NoticeItems({ notices }: Props) {
  const { now } = useClock();
  return noticeRows(notices, now).map((row) => (
    <li key={row.id}>
      <Row
        badge={row.badge}
        tone={row.tone}
        name={<span className="font-medium wrap-anywhere">{row.name}</span>}
        reason={row.reason}
        action={
          <ButtonLink href={row.href} data-row-link="">
            {row.action}
          </ButtonLink>
        }
      />
    </li>
  ));
}
