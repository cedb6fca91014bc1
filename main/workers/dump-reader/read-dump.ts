import { access, stat } from 'node:fs/promises'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { DumpThreads } from '../../../shared/model/dump-threads.ts'
import type { ObjectValues } from '../../../shared/model/heap/object-values.ts'
import type { Heap } from '../../heap/events/read-heap-events.ts'
import { DumpHeapReader } from '../../heap/from-dump/dump-heap-reader.ts'
import { DumpThreadsReader } from '../../heap/from-dump/dump-threads-reader.ts'
import { DumpValuesReader } from '../../heap/from-dump/dump-values-reader.ts'
import { heapOfDump } from '../../heap/from-dump/heap-of-dump.ts'
import { findDotnet } from './dotnet-installs.ts'
import { type DumpMode, type DumpReaderCall, runDumpReader, unreadable } from './run-dump-reader.ts'

export interface ReadDumpOptions {
  readonly signal?: AbortSignal | undefined
  /** Bytes of the answer so far; how many will come is not known: 0. */
  readonly onProgress?: (readBytes: number, totalBytes: number) => void
  /** A debugging library that the person has chosen in a dialog. */
  readonly library?: string | null
  /** Where the reader is; as the app has it, beside the bundle that this is part of. */
  readonly readerFolder?: string
}

const progressBytes = 4 * 2 ** 20

/** The managed heap of a core dump or minidump. */
export async function readProcessDump(dump: string, options: ReadDumpOptions = {}): Promise<Result<Heap, AppError>> {
  const reader = new DumpHeapReader()
  let next = progressBytes
  const use = (kind: number, payload: DataView, offset: number): void => {
    reader.block(kind, payload, offset)
    if (offset < next) return
    next = offset + progressBytes
    options.onProgress?.(offset, 0)
  }
  const run = await askDumpReader(dump, 'heap', use, options)
  return run.ok ? ok(heapOfDump(reader)) : run
}

/** Threads with stacks, and exceptions; small dumps have them too. */
export async function readDumpThreads(
  dump: string,
  options: ReadDumpOptions = {},
): Promise<Result<DumpThreads, AppError>> {
  const reader = new DumpThreadsReader()
  const use = (kind: number, payload: DataView, offset: number): void => reader.block(kind, payload, offset)
  const run = await askDumpReader(dump, 'threads', use, options)
  return run.ok ? ok(reader.threads) : run
}

/** What one object holds. `not-found`: there is none at the address. */
export async function readDumpValues(
  dump: string,
  address: bigint,
  options: ReadDumpOptions = {},
): Promise<Result<ObjectValues, AppError>> {
  const reader = new DumpValuesReader()
  const use = (kind: number, payload: DataView, offset: number): void => reader.block(kind, payload, offset)
  const run = await askDumpReader(dump, 'values', use, { ...options, addresses: [address] })
  if (!run.ok) return run
  return reader.values === null ? err({ kind: 'not-found', what: 'object' }) : ok(reader.values)
}

/** Any of the reader's answers, block by block. */
async function askDumpReader(
  dump: string,
  mode: DumpMode,
  use: DumpReaderCall['use'],
  options: ReadDumpOptions & Pick<DumpReaderCall, 'addresses'> = {},
): Promise<Result<void, AppError>> {
  if (!(await isRegular(dump))) return err({ kind: 'io', operation: 'read', path: dump, code: 'NOT_A_FILE' })
  const program = path.join(options.readerFolder ?? readerFolder(import.meta.dirname), 'pipescope-dump-reader.dll')
  if (!(await exists(program))) return err(unreadable('no-reader', program))
  const { host, runtimeFolders } = await findDotnet(process.env)
  if (host === null) return err(unreadable('no-dotnet'))
  const { signal, library = null, addresses = [] } = options
  return runDumpReader({
    host,
    program,
    mode,
    dump: path.resolve(dump),
    runtimeFolders,
    library,
    addresses,
    signal,
    use,
  })
}

/** Bundles are in `out/main` and its `chunks`; a package has them in an archive that only this app can look into, the reader beside it. */
function readerFolder(bundleFolder: string): string {
  const out = bundleFolder.replace(/([\\/]out)[\\/]main(?:[\\/].*)?$/, '$1')
  return path
    .join(out, 'helpers', 'dump-reader')
    .replace(`${path.sep}app.asar${path.sep}`, `${path.sep}app.asar.unpacked${path.sep}`)
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** A pipe would keep the reader waiting, and take what is in it from whoever it is for. */
async function isRegular(file: string): Promise<boolean> {
  return stat(file).then(
    (stats) => stats.isFile(),
    () => false,
  )
}
