import { gzipSync, strToU8 } from 'fflate'

const BLOCK = 512
// Every build of the same sources gives the same bytes, so that a lock file of a partner fits all gateways of a release.
const MODIFIED = 499_162_500

/** A compressed archive of files, by their paths. `programs` are those that can be run. */
export function tarball(files, programs = []) {
  const parts = Object.entries(files).flatMap(([path, bytes]) => [
    header(path, bytes.length, programs.includes(path) ? '0000755' : '0000644'),
    bytes,
    new Uint8Array(-bytes.length & (BLOCK - 1)),
  ])
  const tar = Buffer.concat([...parts, new Uint8Array(2 * BLOCK)])
  return gzipSync(tar, { level: 9, mtime: 0 })
}

// The header of POSIX ustar. All numbers are octal text.
function header(path, size, mode) {
  if (path.length > 100) throw new Error(`The path is too long for an archive: ${path}`)
  const block = new Uint8Array(BLOCK)
  const put = (at, text) => block.set(strToU8(text), at)
  const octal = (number, digits) => number.toString(8).padStart(digits, '0')
  put(0, path)
  put(100, mode)
  put(108, octal(0, 7))
  put(116, octal(0, 7))
  put(124, octal(size, 11))
  put(136, octal(MODIFIED, 11))
  put(148, ' '.repeat(8))
  put(156, '0')
  put(257, 'ustar\u000000')
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(148, `${octal(sum, 6)}\u0000 `)
  return block
}
