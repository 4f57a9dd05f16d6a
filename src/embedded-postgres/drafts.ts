import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Names of folders until they are complete, without the six characters that `mkdtemp` adds. */
const draftPrefix = (folder: string) => `${folder}.new-`

/**
 * Creates a folder under a temporary name, fills it and renames it, so that an interruption leaves no partial
 * folder. If two processes do this, the later one removes its own. With `place`, the folder stays there under its
 * temporary name, and `folder` becomes a link to it.
 */
export function createFolder(
  folder: string,
  fill: (draft: string) => void,
  place: string | undefined = undefined,
): void {
  const draft = fs.mkdtempSync(place ?? draftPrefix(folder))
  try {
    fill(draft)
    if (place) fs.symlinkSync(draft, folder)
    else fs.renameSync(draft, folder)
    sync(dirname(folder))
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    if (!fs.existsSync(folder)) throw error
  }
}

// Without it, a power failure could undo the rename. All data written after it would be lost.
function sync(folder: string): void {
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

/**
 * Removes the drafts that killed processes left next to a complete folder. This can also remove the draft of a
 * running process. That is safe: the process would find the complete folder and remove its draft itself.
 */
export function removeDrafts(folder: string): void {
  const prefix = basename(draftPrefix(folder))
  try {
    for (const entry of fs.readdirSync(dirname(folder), { withFileTypes: true })) {
      const { name } = entry
      if (entry.isDirectory() && name.startsWith(prefix) && name.length === prefix.length + 6)
        fs.rmSync(join(dirname(folder), name), { recursive: true, force: true })
    }
  } catch {
    // The drafts may belong to another account. They do no harm.
  }
}
