import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OrangeryError } from './errors.ts'
import type { Store } from './store.ts'

// Only the owner may read the data of clients.
const [FILE_MODE, FOLDER_MODE] = [0o600, 0o700]
// A name comes from the gateway: it is never a path.
const NAME = /^\w+$/
// A draft that a killed process has left is data of a client as well: without a name, nothing would delete it. The
// package for Python calls it `.new`.
const DRAFTS = ['.json.new', '.new']
const FILE = /^(\w+)\.(?:json|json\.new|new)$/

/** Keeps each mirror in a JSON file of a folder. Run one process for each folder. */
export class FolderStore implements Store {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async read(name: string): Promise<unknown> {
    try {
      return JSON.parse(await readFile(this.#file(name), 'utf8'))
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  /** Replaces the file at once: whenever the process is killed, it is whole. */
  async write(name: string, value: unknown): Promise<void> {
    const file = this.#file(name)
    await mkdir(this.#folder, { recursive: true, mode: FOLDER_MODE })
    const draft = await open(`${file}.new`, 'w', FILE_MODE)
    try {
      await draft.writeFile(JSON.stringify(value))
      await draft.sync()
    } finally {
      await draft.close()
    }
    await rename(`${file}.new`, file)
  }

  /** Deletes the file, and what a killed process has left of it. */
  async delete(name: string): Promise<void> {
    const drafts = DRAFTS.map((end) => this.#file(name).replace(/\.json$/, end))
    for (const file of [this.#file(name), ...drafts]) await rm(file, { force: true })
  }

  async names(): Promise<readonly string[]> {
    const files = await readdir(this.#folder).catch((error) => {
      if (isMissing(error)) return []
      throw error
    })
    return [...new Set(files.flatMap((file) => FILE.exec(file)?.[1] ?? []))]
  }

  #file(name: string): string {
    if (!NAME.test(name)) throw new OrangeryError(`The gateway has sent an id of another form.`)
    return join(this.#folder, `${name}.json`)
  }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
