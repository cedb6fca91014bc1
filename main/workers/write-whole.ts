import { closeSync, openSync } from 'node:fs'
import { partNameOf } from '../os/atomic-file.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { isSameFile } from './trace/file-identity.ts'
import { UnfinishedFile } from './unfinished-files.ts'
import { writeAll } from './write-all.ts'
import { ExportTooLarge } from '../analysis/exports/limited-text.ts'
import { ioError } from '../os/io-error.ts'

const pieceChars = 2 ** 18

export interface WrittenFile {
  readonly path: string
  readonly sizeBytes: number
}

export interface WholePlace {
  readonly path: string
  /** The document that it is made of. */
  readonly source: string
}

/**
 * Whole or not at all: written beside its place and renamed when it is complete. Never over the document itself, which the person may have
 * named by mistake: what is written says less than it does.
 */
export function writeWhole(
  { path, source }: WholePlace,
  fill: (write: (text: string) => void, output: FileText) => void,
  onWritten: () => void,
): Result<WrittenFile, AppError> {
  if (isSameFile(source, path)) return err({ kind: 'io', operation: 'write', path, code: 'EEXIST' })
  using part = new UnfinishedFile(partNameOf(path))
  let file: number | null = null
  try {
    file = openSync(part.path, 'wx', 0o600)
    const output = new FileText(file, onWritten)
    fill((text) => output.write(text), output)
    output.flush()
    closeSync(file)
    file = null
    part.putAt(path)
    return ok({ path, sizeBytes: output.sizeBytes })
  } catch (error) {
    if (error instanceof ExportTooLarge) return err({ kind: 'export-too-large', limitBytes: error.limitBytes })
    return err(ioError(error, 'write', path))
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** Many small texts as few large writes. */
export class FileText {
  readonly #file: number
  readonly #onWritten: () => void
  #pieces: string[] = []
  #chars = 0
  sizeBytes = 0

  constructor(file: number, onWritten: () => void) {
    this.#file = file
    this.#onWritten = onWritten
  }

  write(text: string): void {
    this.#pieces.push(text)
    this.#chars += text.length
    if (this.#chars >= pieceChars) this.flush()
  }

  flush(): void {
    this.writeBytes(Buffer.from(this.#pieces.join('')))
    this.#pieces = []
    this.#chars = 0
  }

  writeBytes(bytes: Uint8Array): void {
    writeAll(this.#file, bytes)
    this.sizeBytes += bytes.length
    this.#onWritten()
  }
}
