import { Counter, Gauge, type MetricConfiguration, type Registry } from 'prom-client'

interface Options {
  /** The name of the label, if the values have one. */
  readonly label?: string
  /** How the values of several processes are combined. Default: their sum. */
  readonly aggregator?: MetricConfiguration<string>['aggregator']
}

export type Labelled = readonly [value: number, label: string]

// The value, or the values with their labels. None: an empty list.
type Read = () => number | Iterable<Labelled>
type Watch = (name: string, help: string, read: Read, options?: Options) => void

/** Registers metrics whose values are read together with the metrics of the registry. */
export function watching(registry: Registry): { readonly gauge: Watch; readonly counter: Watch } {
  const configure = (name: string, help: string, { label, aggregator = 'sum' }: Options) => {
    return { name, help, aggregator, registers: [registry], labelNames: label ? [label] : [] }
  }
  return {
    gauge: (name, help, read, options = {}) =>
      new Gauge({
        ...configure(name, help, options),
        collect() {
          // A gauge without a label would be 0 after a reset.
          this.reset()
          this.remove({})
          for (const [value, labels] of valuesOf(read(), options)) this.set(labels, value)
        },
      }),
    // For counts that are kept outside of the registry.
    counter: (name, help, read, options = {}) =>
      new Counter({
        ...configure(name, help, options),
        collect() {
          this.reset()
          for (const [value, labels] of valuesOf(read(), options)) this.inc(labels, value)
        },
      }),
  }
}

function valuesOf(
  found: number | Iterable<Labelled>,
  { label = '' }: Options,
): [number, Record<string, string>][] {
  if (typeof found === 'number') return [[found, {}]]
  return [...found].map(([value, of]) => [value, { [label]: of }])
}
