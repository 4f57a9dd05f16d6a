/** One sample of the text format: the name with its labels in alphabetical order, and the value. */
export type Samples = ReadonlyMap<string, number>

/** Parses the text format of Prometheus. Throws on a line that is neither a comment nor a sample. */
export function parseMetrics(text: string): Samples {
  const samples = new Map<string, number>()
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# ')) continue
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`not a sample: ${line}`)
    samples.set(`${name}{${sorted(labels)}}`, Number(value))
  }
  return samples
}

function sorted(labels: string): string {
  return (labels.match(/\w+="(?:[^"\\]|\\.)*"/g) ?? []).sort().join(',')
}

/** The sum of the samples of a metric whose labels contain these. */
export function sumOf(samples: Samples, name: string, ...labels: readonly string[]): number {
  let sum = 0
  for (const [key, value] of samples)
    if (key.startsWith(`${name}{`) && labels.every((label) => key.includes(label))) sum += value
  return sum
}
