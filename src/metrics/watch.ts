import { Counter, Gauge, type MetricConfiguration, type Registry } from 'prom-client'

/** The description of a metric: its name and help, and a label if its values have one. */
interface Shown {
  readonly name: string
  readonly help: string
  readonly label?: string
  /** How the values of several processes are combined. Default: their sum. */
  readonly aggregator?: MetricConfiguration<string>['aggregator']
}

/** A value, and its label if the metric has one. */
export type Value = readonly [value: number, label?: string]

/** Registers a gauge whose values are read together with the metrics. */
export function watchGauge(registry: Registry, shown: Shown, read: () => Iterable<Value>): void {
  new Gauge({
    ...configure(registry, shown),
    collect() {
      // A gauge without a label would be 0 after a reset.
      this.reset()
      this.remove({})
      for (const [value, label] of read()) this.set(labelsOf(shown, label), value)
    },
  })
}

/** The same for counts that only grow, and that are kept outside of the registry. */
export function watchCounter(registry: Registry, shown: Shown, read: () => Iterable<Value>): void {
  new Counter({
    ...configure(registry, shown),
    collect() {
      this.reset()
      for (const [value, label] of read()) this.inc(labelsOf(shown, label), value)
    },
  })
}

function configure(registry: Registry, { name, help, label, aggregator = 'sum' }: Shown) {
  return { name, help, aggregator, registers: [registry], labelNames: label ? [label] : [] }
}

function labelsOf({ label }: Shown, value: string | undefined): Record<string, string> {
  return label !== undefined && value !== undefined ? { [label]: value } : {}
}
