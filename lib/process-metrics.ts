import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * The time between two measurements, in ms. Each one wakes the process. At prom-client's interval
 * of 10 ms, measuring took half a percent of a core.
 */
const EVERY_MS = 100;
/** The longest delay that a timer accepts. */
const NEVER_MS = 2_147_483_647;

const READ = {
  min: (delays: Delays) => delays.min,
  mean: (delays: Delays) => delays.mean,
  p50: (delays: Delays) => delays.percentile(50),
  p90: (delays: Delays) => delays.percentile(90),
  p99: (delays: Delays) => delays.percentile(99),
  max: (delays: Delays) => delays.max,
};

/** The delays between two measurements, in ns. */
type Delays = ReturnType<typeof monitorEventLoopDelay>;

/**
 * Collects prom-client's default metrics, with our own measurement of how late the event loop runs
 * a timer. The package's gauges would include the interval between two measurements in the delay.
 *
 * @returns a function that sets the gauges to the delays since the last call
 */
export function collectProcessMetrics(registry: Registry): () => void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: NEVER_MS });
  for (const what of ['stddev', ...Object.keys(READ)]) {
    registry.removeSingleMetric(`nodejs_eventloop_lag_${what}_seconds`);
  }
  const gauges = Object.entries(READ).map(([what, read]) => {
    const name = `nodejs_eventloop_lag_${what}_seconds`;
    const help = `Delay of timers since the last reading, ${what}`;
    return { read, gauge: new Gauge({ name, help, registers: [registry] }) };
  });
  const delays = monitorEventLoopDelay({ resolution: EVERY_MS });
  delays.enable();
  return () => {
    // After a reset, the histogram may be empty for a second, so the gauges keep their values.
    if (delays.count === 0) return;
    for (const { read, gauge } of gauges) {
      gauge.set(Math.max(0, read(delays) / 1e6 - EVERY_MS) / 1_000);
    }
    delays.reset();
  };
}
