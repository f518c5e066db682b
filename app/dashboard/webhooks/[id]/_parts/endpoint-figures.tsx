import { Figure } from '@/app/_ui/facts';
import { durationText } from '@/app/_ui/time-text';
import type { EndpointDetailAnswer, EndpointFiguresAnswer } from '@/lib/http/answers/endpoint';

/** How many attempts succeeded, and how long answers took, for a day and a week. */
export function EndpointFigures({ endpoint }: { endpoint: EndpointDetailAnswer }) {
  const { day, week, is_part: isPart } = endpoint;
  return (
    <div className="grid gap-2">
      <dl className="flex flex-wrap gap-x-4 gap-y-4 border-rule-5 border-y bg-surface px-4 py-4 max-md:*:min-w-[calc(50%-0.5rem)] sm:px-5 md:gap-x-12">
        <Figure name="Success, 24 hours" note={countText(day)}>
          {rateText(day)}
        </Figure>
        <Figure name="Success, 7 days" note={countText(week)}>
          {rateText(week)}
        </Figure>
        <Figure name="Answer time, 24 hours" note={slowText(day)}>
          {msText(day.median_ms)}
        </Figure>
        <Figure name="Answer time, 7 days" note={slowText(week)}>
          {msText(week.median_ms)}
        </Figure>
      </dl>
      <p className="text-ink-3 text-small">
        Of the attempts for events of that time. The answer time is the median.
        {isPart && ' Only the newest 10 000 events are counted.'}
      </p>
    </div>
  );
}

/** Rounded down: 100 % is all of them. */
function rateText({ attempts, succeeded }: EndpointFiguresAnswer): string {
  if (attempts === 0) return '–';
  return `${Math.floor((succeeded / attempts) * 1_000) / 10} %`;
}

function countText({ attempts, succeeded }: EndpointFiguresAnswer): string {
  return attempts === 0 ? 'no attempts' : `${succeeded} of ${attempts} attempts`;
}

function msText(ms: number | null): string {
  return ms === null ? '–' : durationText(ms);
}

function slowText({ p95_ms: ms }: EndpointFiguresAnswer): string {
  return ms === null ? 'no answers' : `95 % within ${durationText(ms)}`;
}
