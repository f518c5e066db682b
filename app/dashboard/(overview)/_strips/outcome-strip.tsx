import { Bar, Plot, Scale, type StripProps, StripRow } from './strip-row';
import { countHeights } from './strip-scales';
import { allOutcomes, shareText } from './strip-words';

const HEIGHT = 84;

/** Payments by when they were created, as bars of how far they came by now. */
export function OutcomeStrip({ strips: { buckets }, places, at }: StripProps) {
  const heights = countHeights(buckets.map(({ outcomes }) => outcomes.created));
  const { created, paid, confirmed, expired } =
    (at === null ? undefined : buckets[at]?.outcomes) ?? allOutcomes(buckets);
  const rate = shareText(expired, created);
  return (
    <StripRow
      label={
        <>
          <h3>Payments</h3>
          <ul className="time-keys">
            <li>
              <span aria-hidden="true" className="time-key is-box border border-rule-strong" />
              {created} created
            </li>
            <li>
              <span aria-hidden="true" className="time-key is-box bg-detected" />
              {paid} paid
            </li>
            <li>
              <span aria-hidden="true" className="time-key is-box bg-confirmed" />
              {confirmed} confirmed
            </li>
            <li>
              <span aria-hidden="true" className="time-key is-box bg-rule-strong" />
              {rate ?? 'none'} expired
            </li>
          </ul>
        </>
      }
      scale={<Scale height={HEIGHT} heights={heights} labelOf={String} />}
    >
      <Plot height={HEIGHT} heights={heights}>
        {buckets.map(({ start, outcomes }, nth) => {
          const of = (count: number) => heights.heightOf(count);
          const { created, paid, confirmed, expired } = outcomes;
          const bar = { places, nth };
          return (
            <g key={start}>
              <Bar {...bar} to={of(confirmed)} className="fill-confirmed" />
              <Bar {...bar} from={of(confirmed)} to={of(paid)} className="fill-detected" />
              <Bar
                {...bar}
                from={of(paid)}
                to={of(created - expired)}
                className="time-open fill-surface"
              />
              <Bar
                {...bar}
                from={of(created - expired)}
                to={of(created)}
                className="fill-rule-strong"
              />
            </g>
          );
        })}
      </Plot>
    </StripRow>
  );
}
