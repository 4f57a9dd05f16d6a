import type { Result } from './kit.ts'

/** The table of all results, and what was lost. */
export function writeReport(results: readonly Result[]): string {
  const width = Math.max(...results.map(({ name }) => name.length))
  const lines = results.flatMap(({ name, about, passed, findings }) => [
    `${passed ? 'pass' : 'FAIL'}  ${name.padEnd(width)}  ${about}`,
    ...findings.map((finding) => `      ${' '.repeat(width)}  The mirror ${finding}.`),
  ])
  const failed = results.filter(({ passed }) => !passed).length
  const end =
    failed === 0
      ? `The mirror passes all ${results.length} scenarios.`
      : `The mirror fails ${failed} of ${results.length} scenarios.`
  return [...lines, '', end].join('\n')
}
