import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What the name of a folder begins with until it is complete and renamed. `mkdtemp` adds six characters. */
export function draftPrefix(folder: string): string {
  return `${folder}.new-`
}

/**
 * Removes the drafts that killed processes left beside a complete folder. A process that is making one
 * at this moment loses nothing: it would find the complete folder and remove its draft itself.
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
    // They may belong to another account, and are in nobody's way.
  }
}
