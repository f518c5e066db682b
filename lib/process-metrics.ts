import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/**
 * Interval of the measurements, in ms. Each measurement wakes the process. At prom-client's
 * interval of 10 ms, they took half a percent of a core.
 */
const EVERY_MS = 100;
/** The longest time that a timer accepts, in ms. */
const NEVER_MS = 2_147_483_647;

const READ = {
  min: (delays: Delays) => delays.min,
  mean: (delays: Delays) => delays.mean,
  p50: (delays: Delays) => delays.percentile(50),
  p90: (delays: Delays) => delays.percentile(90),
  p99: (delays: Delays) => delays.percentile(99),
  max: (delays: Delays) => delays.max,
};

/** The delays that were measured, in ns. */
type Delays = ReturnType<typeof monitorEventLoopDelay>;

/**
 * Collects prom-client's default metrics, but measures the delays of the event loop with our own
 * code. prom-client's gauges would count the interval between two measurements as part of the
 * delay. The returned function sets the gauges to the delays since its last call.
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
    // After a reset, the histogram may be empty for a second. The gauges then keep their values.
    if (delays.count === 0) return;
    for (const { read, gauge } of gauges) {
      gauge.set(Math.max(0, read(delays) / 1e6 - EVERY_MS) / 1_000);
    }
    delays.reset();
  };
}
