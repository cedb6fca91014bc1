import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** As the product's recorder writes at full speed. */
const blockBytes = 2 ** 20

/**
 * A copy of a file that was just written in large blocks. How fast a file is read from the system's cache depends on how it came to lie there: the same
 * 102 MB took 5.7 ms after this, 10 after they were read from disk, and 19 after they were written in pieces as they came from a socket.
 */
export class FreshCopy implements Disposable {
  readonly path: string
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'decode-copy-'))

  constructor(of: string) {
    this.path = path.join(this.#folder, path.basename(of))
    const source = openSync(of, 'r')
    const target = openSync(this.path, 'wx')
    try {
      const block = new Uint8Array(blockBytes)
      for (let size = readSync(source, block); size > 0; size = readSync(source, block))
        for (let done = 0; done < size;) done += writeSync(target, block, done, size - done)
    } finally {
      closeSync(source)
      closeSync(target)
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
