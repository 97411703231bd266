import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import {
  AggregationTemporality,
  DataPointType,
  MeterProvider,
  PeriodicExportingMetricReader,
  type CollectionResult,
  type MetricData,
} from '@opentelemetry/sdk-metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'
import { describeProcess } from './resource.ts'

type Metric = MetricObjectWithValues<MetricValue<string> & { metricName?: string }>
type Period = { startTime: HrTime; endTime: HrTime }

/** Sends the metrics of `registry` every so often to OpenTelemetry. Returns what sends them once more and stops. */
export function exportMetrics(registry: Registry, everyMs: number): () => Promise<void> {
  const startTime = hrTime()
  const resource = describeProcess()
  const collect = async (): Promise<CollectionResult> => {
    const found = (await registry.getMetricsAsJSON()) as Metric[]
    const period = { startTime, endTime: hrTime() }
    const metrics = found.flatMap((metric) => convert(metric, period))
    const scopeMetrics = [{ scope: { name: 'stowage' }, metrics }]
    return { resourceMetrics: { resource, scopeMetrics }, errors: [] }
  }
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: everyMs,
    exportTimeoutMillis: Math.min(everyMs, 10_000),
    metricProducers: [{ collect }],
  })
  const provider = new MeterProvider({ resource, readers: [reader] })
  return () => provider.shutdown()
}

const hrTime = (now = Date.now()): HrTime => [Math.floor(now / 1_000), (now % 1_000) * 1_000_000]

/** Returns the metric as OpenTelemetry has it. There are no summaries. */
function convert(metric: Metric, period: Period): MetricData[] {
  const { name, help, type, values } = metric
  const shared = {
    descriptor: { name, description: help, unit: '', valueType: ValueType.DOUBLE },
    aggregationTemporality: AggregationTemporality.CUMULATIVE,
  }
  const point = (labels: object) => ({ ...period, attributes: labels as Attributes })
  const numbers = () => values.map(({ labels, value }) => ({ ...point(labels), value }))
  // The types of prom-client are words at run time.
  switch (String(type)) {
    case 'counter':
      return [
        {
          ...shared,
          dataPointType: DataPointType.SUM,
          isMonotonic: true,
          dataPoints: numbers(),
        },
      ]
    case 'gauge':
      return [{ ...shared, dataPointType: DataPointType.GAUGE, dataPoints: numbers() }]
    case 'histogram': {
      const dataPoints = seriesOf(metric).map(({ labels, value }) => ({ ...point(labels), value }))
      return [{ ...shared, dataPointType: DataPointType.HISTOGRAM, dataPoints }]
    }
    default:
      return []
  }
}

/** The histograms of a metric, one for each combination of labels. Buckets of Prometheus include those before. */
function seriesOf({ name, values }: Metric) {
  const groups = Map.groupBy(values, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...groups.values()].map((group) => {
    const valueOf = (suffix: string) =>
      group.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0
    const buckets = group.filter(({ metricName }) => metricName === `${name}_bucket`)
    const boundaries = buckets.map(({ labels }) => Number(labels['le'])).filter(Number.isFinite)
    const counts = buckets.map(({ value }, i) => value - (buckets[i - 1]?.value ?? 0))
    const { le: _, ...labels } = group[0]?.labels ?? {}
    const value = { buckets: { boundaries, counts }, sum: valueOf('sum'), count: valueOf('count') }
    return { labels, value }
  })
}
