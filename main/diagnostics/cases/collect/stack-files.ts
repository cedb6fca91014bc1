import type { AppError } from '../../../../shared/base/errors.ts'
import type { SnapshotStacks } from '../../../../shared/model/stack-snapshot.ts'
import { snapshotText } from '../../../../shared/words/stack-text.ts'
import type { RecordingTarget } from '../../recordings/recording-target.ts'
import type { ShortRecordings } from '../../recordings/short-recordings.ts'
import { pause } from '../../../os/pause.ts'

interface Snapshots {
  readonly taken: readonly SnapshotStacks[]
  /** Why there are no more. */
  readonly error: AppError | null
}

/** So many snapshots, so far apart; those that were taken stay when one fails or the rest is not wanted any more. */
export async function takeSnapshots(
  short: ShortRecordings,
  target: RecordingTarget,
  { count, secondsApart }: { readonly count: number; readonly secondsApart: number },
  signal: AbortSignal,
): Promise<Snapshots> {
  const taken: SnapshotStacks[] = []
  while (taken.length < count && !signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (taken.length > 0) await pause(secondsApart * 1000, signal)
    if (signal.aborted) break
    // oxlint-disable-next-line no-await-in-loop -- as above
    const stacks = await short.stacks(target)
    if (!stacks.ok) return { taken, error: stacks.error }
    taken.push(stacks.value)
  }
  return { taken, error: null }
}

/** `stacks.txt`: every snapshot one below the other. */
export function stacksText(process: string, snapshots: readonly SnapshotStacks[]): string {
  return `${snapshots.map((stacks, index) => `Snapshot ${index + 1} of ${snapshots.length}\n${snapshotText(process, stacks)}`).join('\n\n\n')}\n`
}
