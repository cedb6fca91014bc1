import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import zlib from 'node:zlib'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { CompressionFormat } from '../../../shared/model/dump.ts'
import { openForeign } from '../../foreign/foreign-files.ts'
import { isTaken } from '../files/free-path.ts'
import type { SavedFiles } from '../files/saved-files.ts'
import { abortOnAction } from '../jobs/abort-on-action.ts'
import type { JobRegistry } from '../jobs/job-registry.ts'
import type { JobHandle } from '../jobs/running-job.ts'

/** zlib learnt zstd in Node 22.15; at the oldest Electron that is supported it is missing. */
type ZstdParts = { createZstdCompress?: () => Transform; createZstdDecompress?: () => Transform }
const zstd = zlib as unknown as ZstdParts

const endings: Readonly<Record<CompressionFormat, string>> = { gzip: '.gz', zstd: '.zst' }
const chunkBytes = 1 << 20

export function compressionFormats(): readonly CompressionFormat[] {
  return zstd.createZstdCompress === undefined ? ['gzip'] : ['zstd', 'gzip']
}

export interface DumpCompressorOptions {
  readonly jobs: JobRegistry
  readonly savedFiles: Pick<SavedFiles, 'add' | 'get'>
  readonly now: () => number
}

/** Compressed copies of dumps, as jobs. The original stays until a person removes it. */
export class DumpCompressor {
  readonly #options: DumpCompressorOptions

  constructor(options: DumpCompressorOptions) {
    this.#options = options
  }

  async start(fileId: string, format: CompressionFormat): Promise<Result<{ readonly jobId: string }, AppError>> {
    const source = this.#options.savedFiles.get(fileId)
    if (source === null) return err({ kind: 'not-found', what: 'file' })
    if (!compressionFormats().includes(format))
      return err({ kind: 'unsupported', feature: 'zstd', neededVersion: null, actualVersion: null })
    const target = `${source.path}${endings[format]}`
    const taken = await isTaken(target)
    if (!taken.ok) return taken
    if (taken.value) return err({ kind: 'io', operation: 'write', path: target, code: 'EEXIST' })
    const job = this.#options.jobs.begin({
      kind: 'compress',
      title: path.basename(target),
      target: null,
      phase: 'compressing',
      files: [target],
      actions: ['cancel'],
    })
    const cancelling = abortOnAction(job)
    void job.endWith(async () => {
      const outcome = await this.#run(job, source.path, target, format, cancelling.signal)
      if (outcome.ok) {
        const { size: sizeBytes } = await fs.promises.stat(target)
        const { id } = this.#options.savedFiles.add({
          ...source,
          path: target,
          sizeBytes,
          sha256: null,
          createdMs: this.#options.now(),
          facts: { ...source.facts, compressedFrom: path.basename(source.path) },
        })
        job.finish({
          verdict: 'complete',
          reasons: [],
          files: [{ path: target, sizeBytes, sha256: null, fileId: id }],
        })
        return
      }
      if (cancelling.signal.aborted) job.cancel()
      else job.fail(outcome.error)
    })
    return ok({ jobId: job.id })
  }

  /** Written, then unpacked again: only what gives back the same bytes is called complete. */
  async #run(
    job: JobHandle,
    source: string,
    target: string,
    format: CompressionFormat,
    signal: AbortSignal,
  ): Promise<Result<null, AppError>> {
    // Opened here, not by the stream: a stream that is cancelled while it opens makes its file after everything else is over.
    let copy: fs.promises.FileHandle
    try {
      copy = await fs.promises.open(target, 'wx', 0o600)
    } catch (cause) {
      return err({ kind: 'io', operation: 'write', path: target, code: codeOf(cause) })
    }
    const outcome = await this.#pack(job, source, target, copy, format, signal)
    await copy.close().catch(() => undefined)
    // Half a copy is of no use to anybody: the original is there.
    if (!outcome.ok) await fs.promises.rm(target, { force: true })
    return outcome
  }

  async #pack(
    job: JobHandle,
    source: string,
    target: string,
    copy: fs.promises.FileHandle,
    format: CompressionFormat,
    signal: AbortSignal,
  ): Promise<Result<null, AppError>> {
    try {
      const original = await openForeign(source)
      const expectedBytes = (await original.stat()).size
      const hash = createHash('sha256')
      let readBytes = 0
      const input = original.createReadStream({ highWaterMark: chunkBytes })
      input.on('data', (chunk) => {
        hash.update(chunk)
        readBytes += chunk.length
        job.update({ bytes: readBytes, expectedBytes })
      })
      await pipeline(input, packer(format), copy.createWriteStream(), { signal })
      job.update({ phase: 'checking-file' })
      const unpacked = await hashOf(
        fs.createReadStream(target, { highWaterMark: chunkBytes }),
        unpacker(format),
        signal,
      )
      if (unpacked === hash.digest('hex')) return ok(null)
      return err({ kind: 'malformed', what: 'compressed copy', offset: 0, expected: 'the same bytes', found: 'others' })
    } catch (cause) {
      return err({ kind: 'io', operation: 'compress', path: source, code: codeOf(cause) })
    }
  }
}

function codeOf(cause: unknown): string {
  return (cause as NodeJS.ErrnoException).code ?? 'unknown'
}

async function hashOf(input: Readable, through: Transform, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(input, through, hash, { signal })
  return hash.digest('hex')
}

function packer(format: CompressionFormat): Transform {
  return format === 'zstd' && zstd.createZstdCompress ? zstd.createZstdCompress() : zlib.createGzip({ level: 6 })
}

function unpacker(format: CompressionFormat): Transform {
  return format === 'zstd' && zstd.createZstdDecompress ? zstd.createZstdDecompress() : zlib.createGunzip()
}
