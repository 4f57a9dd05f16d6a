import type { ImportProgress } from '../importer/read-source.ts'

/** The progress display of an import. */
interface Progress {
  readonly onProgress: (progress: ImportProgress) => void
  readonly stop: () => void
}

const NO_PROGRESS: Progress = { onProgress: () => {}, stop: () => {} }

/** Shows progress on the stream; a null stream shows none. A bar needs the size in bytes. */
export async function startProgress(
  stream: NodeJS.WriteStream | null,
  size: number | null,
): Promise<Progress> {
  if (!stream) return NO_PROGRESS
  const { default: progress } = await import('cli-progress')
  const format =
    size === null ? ' {lines} lines, {stage}' : ' {bar} {percentage}%, {lines} lines, {stage}'
  const bar = new progress.SingleBar({ format, stream, hideCursor: true, clearOnComplete: true })
  bar.start(size ?? 0, 0, { lines: 0, stage: 'reading' })
  return {
    onProgress: ({ bytes, lines, stage }) => bar.update(bytes, { lines, stage }),
    stop: () => bar.stop(),
  }
}
