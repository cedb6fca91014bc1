import { lstatSync, promises, rmSync } from 'node:fs'
import type { CodeEvents } from '../../analysis/code/code-events.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { readFileInSteps } from '../trace/read-file.ts'
import { removeSidecar, removeSidecarInTurn } from './sidecar-file.ts'

/** More than any rundown of methods; a larger file is not ours. */
export const maxSymbolsBytes = 256 * 1024 * 1024

/** Symbols of a recording that has none of its own yet (docs/formats/symbols-file.md). */
export function symbolsPathOf(recordingPath: string): string {
  return `${recordingPath}.symbols.nettrace`
}

/** Marks, CPU times and symbols of a recording that is no longer at this path. */
export function removeFilesBeside(recordingPath: string): void {
  removeSidecar(recordingPath)
  try {
    rmSync(symbolsPathOf(recordingPath), { force: true })
  } catch {
    // EACCES, EISDIR: it says nothing without its recording.
  }
}

/** The same for main, which never waits for a disk. */
export async function removeFilesBesideInTurn(recordingPath: string): Promise<void> {
  await removeSidecarInTurn(recordingPath)
  // EACCES, EISDIR: as above.
  await promises.rm(symbolsPathOf(recordingPath), { force: true }).catch(() => undefined)
}

/** Adds methods and modules from the file beside a trace; false when there is none, or it is of another process. */
export async function readSymbolsBeside(tracePath: string, trace: Trace, code: CodeEvents): Promise<boolean> {
  const path = symbolsPathOf(tracePath)
  if (!isOrdinary(path)) return false
  let isSameProcess = false
  const reader: TraceReader = new TraceReader(
    {
      onStart: (read) => code.onStart(read),
      onHeader: (header) => {
        isSameProcess = header.pid === trace.header?.pid && header.pointerBytes === trace.header.pointerBytes
      },
      onEventType: (type) => (isSameProcess ? code.onEventType(type) : null),
    },
    { keepsSegments: false },
  )
  const read = await readFileInSteps(path, (bytes) => {
    reader.push(bytes)
    return true
  })
  reader.end()
  reader.dispose()
  return read.ok && isSameProcess
}

function isOrdinary(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true && found.size <= maxSymbolsBytes
}
