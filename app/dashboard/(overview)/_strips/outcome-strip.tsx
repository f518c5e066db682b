import { Bars, Plot, Scale, type StripProps, StripRow } from './strip-row';
import { countHeights, type Span } from './strip-scales';
import { allOutcomes, type Bucket, shareText } from './strip-words';

const HEIGHT = 84;

/** Payments by creation time, as bars that show how far they have come. */
export function OutcomeStrip({ strips: { buckets }, places, at }: StripProps) {
  const heights = countHeights(buckets.map(({ outcomes }) => outcomes.created));
  const { created, paid, confirmed, expired } =
    (at === null ? undefined : buckets[at]?.outcomes) ?? allOutcomes(buckets);
  /** A bar from one count of a bucket to another. */
  const spans = (countsOf: (outcomes: Bucket['outcomes']) => Span) =>
    buckets.map(({ outcomes }): Span => {
      const [from, to] = countsOf(outcomes);
      return [heights.heightOf(from), heights.heightOf(to)];
    });
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
        <Bars
          places={places}
          spans={spans((one) => [0, one.confirmed])}
          className="fill-confirmed"
        />
        <Bars
          places={places}
          spans={spans((one) => [one.confirmed, one.paid])}
          className="fill-detected"
        />
        <Bars
          places={places}
          spans={spans((one) => [one.paid, one.created - one.expired])}
          className="time-open fill-surface"
        />
        <Bars
          places={places}
          spans={spans((one) => [one.created - one.expired, one.created])}
          className="fill-rule-strong"
        />
      </Plot>
    </StripRow>
  );
}
