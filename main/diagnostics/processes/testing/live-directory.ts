import { afterEach, beforeEach } from 'vitest'
import { startTarget, type SampleTarget, type StartTargetOptions } from '../../../../samples/start-target.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { ProcessDirectory } from '../directory/directory.ts'
import { pause } from '../../../os/pause.ts'

/* The process list of this machine, and real processes that end with the test; a new list for each test of a file that calls `useLiveDirectory`. */

export let directory: ProcessDirectory
export let targets: SampleTarget[] = []

export async function start(options: StartTargetOptions): Promise<SampleTarget> {
  const target = await startTarget(options)
  targets.push(target)
  return target
}

export function rowOf(pid: number): ProcessRow | undefined {
  return directory.rows().find((row) => row.pid === pid)
}

/** Its row as soon as it is right. */
export async function rowWhen(
  pid: number,
  isRight: (row: ProcessRow) => boolean,
  timeoutMs = 60_000,
): Promise<ProcessRow> {
  const endMs = performance.now() + timeoutMs
  for (;;) {
    const row = rowOf(pid)
    if (row && isRight(row)) return row
    if (performance.now() > endMs) throw new Error(`row of ${pid} is ${JSON.stringify(row)}`)
    await pause(10)
  }
}

export function isAlive(target: SampleTarget): boolean {
  return target.child.exitCode === null && target.child.signalCode === null
}

/** A new directory that knows nothing of what the old one knew. */
export function startAgain(): void {
  directory?.dispose()
  directory = new ProcessDirectory({ storageFolder: null, ownPid: -1 })
  directory.start()
}

export function useLiveDirectory(): void {
  beforeEach(startAgain)
  afterEach(async () => {
    directory.dispose()
    await Promise.all(targets.map((target) => target.dispose()))
    targets = []
  })
}
