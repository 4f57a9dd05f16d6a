import * as fs from 'node:fs'
import { GatewayError } from '../errors.ts'
import type { Account } from './account.ts'

const { O_RDWR, O_CREAT, O_NOFOLLOW, O_NONBLOCK } = fs.constants
const MAX_BYTES = 4096

/**
 * Opens a file of our own in the data folder for reading and writing, and creates it if there is none.
 * Opens no link and no pipe: this process may be root, and the folder may belong to another account.
 */
export function openFolderFile(file: string, account: Account | undefined): number {
  const descriptor = open(file)
  try {
    const stats = fs.fstatSync(descriptor)
    if (!stats.isFile() || stats.size > MAX_BYTES) throw unusable(file, 'unexpected content')
    if (account && stats.uid !== account.uid) fs.fchownSync(descriptor, account.uid, account.gid)
    return descriptor
  } catch (error) {
    fs.closeSync(descriptor)
    throw error
  }
}

function open(file: string): number {
  try {
    return fs.openSync(file, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw explain(file, String(error.code))
  }
}

function explain(file: string, code: string): Error {
  if (code === 'EROFS') return unusable(file, 'read-only', 'Set DATA_DIR to a writable folder')
  if (code === 'ENOSPC') return unusable(file, 'the disk is full', 'Free some space')
  return unusable(file, code)
}

const REMEDY = 'Run every gateway and command on this folder as one account, and remove the file'

function unusable(file: string, problem: string, remedy = REMEDY): Error {
  return new GatewayError('state_conflict', `${file} cannot be used (${problem}). ${remedy}.`)
}

/** The text of an open file. */
export function readText(descriptor: number): string {
  const bytes = Buffer.alloc(MAX_BYTES)
  return bytes.toString('utf8', 0, fs.readSync(descriptor, bytes, 0, MAX_BYTES, 0))
}

/** Replaces the text of an open file. */
export function writeText(descriptor: number, text: string): void {
  fs.ftruncateSync(descriptor)
  fs.writeSync(descriptor, text, 0)
}
