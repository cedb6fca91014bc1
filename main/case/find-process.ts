import { err, ok, type Result } from '../../shared/base/result.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import type { ProcessDirectory } from '../diagnostics/processes/directory/directory.ts'
import { isProcessAlive } from '../os/process-alive.ts'
import { pause } from '../os/pause.ts'

/** For its runtime to answer; a slow one becomes silent by itself. */
const answerMs = 20_000
/** What kind of runtime it is comes from the system, a moment after the answer; where the system refuses, it stays unknown. */
const flavourMs = 2000
/** A process that just started may have no endpoint yet. */
const appearMs = 3000
const lookEveryMs = 100

/** The process as it is known when its runtime has answered, or is known not to. Or a sentence. */
export async function findProcess(
  directory: ProcessDirectory,
  pid: number,
  signal: AbortSignal,
): Promise<Result<ProcessRow, string>> {
  const startMs = performance.now()
  for (;;) {
    if (!isProcessAlive(pid)) return err(`There is no process ${pid}.`)
    const row = directory.rows().find((entry) => entry.pid === pid && entry.state !== 'exited')
    const waitedMs = performance.now() - startMs
    if (row !== undefined && isKnown(row, waitedMs)) return ok(row)
    if (row === undefined && waitedMs > appearMs)
      return err(`Process ${pid} is not a .NET process, or its runtime can’t be seen by this user.`)
    if (signal.aborted) return err('Stopped before anything was collected.')
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await directory.refresh()
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(lookEveryMs)
  }
}

function isKnown({ state, runtimeFlavour }: ProcessRow, waitedMs: number): boolean {
  if (state === 'asking') return waitedMs > answerMs
  return state !== 'ready' || runtimeFlavour !== 'unknown' || waitedMs > flavourMs
}
