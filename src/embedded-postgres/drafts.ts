import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The name of a folder until it is complete and renamed, without the six characters that `mkdtemp` adds. */
export function draftPrefix(folder: string): string {
  return `${folder}.new-`
}

/**
 * Removes the drafts that killed processes left next to a complete folder. This can also remove the draft of a
 * running process. That is safe: the process would find the complete folder and remove its draft itself.
 */
export function removeDrafts(folder: string): void {
  const prefix = basename(draftPrefix(folder))
  const isDraft = ({ name }: fs.Dirent) =>
    name.startsWith(prefix) && name.length === prefix.length + 6
  try {
    const drafts = fs.readdirSync(dirname(folder), { withFileTypes: true }).filter(isDraft)
    for (const draft of drafts.filter((entry) => entry.isDirectory()))
      fs.rmSync(join(draft.parentPath, draft.name), { recursive: true, force: true })
  } catch {
    // The drafts may belong to another account. They do no harm.
  }
}
