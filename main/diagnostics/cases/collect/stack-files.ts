import path from 'node:path'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { SnapshotStacks } from '../../../../shared/model/stack-snapshot.ts'
import { snapshotText } from '../../../../shared/words/stack-text.ts'
import { writeAtomically } from '../../../os/atomic-file.ts'
import { pause } from '../../../os/pause.ts'
import type { RecordingTarget } from '../../recordings/recording-target.ts'
import type { ShortRecordings } from '../../recordings/short-recordings.ts'
import { ioError } from '../../../os/io-error.ts'

interface Snapshots {
  readonly taken: readonly SnapshotStacks[]
  /** Why there are no more. */
  readonly error: AppError | null
}

export interface SnapshotOrder {
  readonly count: number
  readonly secondsApart: number
  /** Process, for people. */
  readonly title: string
  /** Where the files of them go. */
  readonly folder: string
  readonly signal: AbortSignal
}

export const stackFiles = [
  { name: 'stacks.txt', title: 'Stacks of all managed threads', form: 'lines' },
  { name: 'stacks.json', title: 'The same stacks, for programs', form: 'json' },
] as const

/**
 * So many snapshots, so far apart, on disk as soon as each is taken; those that were taken stay when one fails or the rest is not wanted any
 * more.
 */
export async function takeSnapshots(
  short: Pick<ShortRecordings, 'stacks'>,
  target: RecordingTarget,
  { count, secondsApart, title, folder, signal }: SnapshotOrder,
): Promise<Snapshots> {
  let taken: readonly SnapshotStacks[] = []
  while (taken.length < count && !signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    if (taken.length > 0) await pause(secondsApart * 1000, signal)
    if (signal.aborted) break
    // oxlint-disable-next-line no-await-in-loop -- as above
    const stacks = await short.stacks(target)
    if (!stacks.ok) return { taken, error: stacks.error }
    const more = [...taken, stacks.value]
    try {
      // oxlint-disable-next-line no-await-in-loop -- as above
      await keep(folder, title, more)
    } catch (cause) {
      return { taken, error: ioError(cause, 'write', folder) }
    }
    taken = more
  }
  return { taken, error: null }
}

/** `stacks.txt` has every snapshot one below the other. */
async function keep(folder: string, title: string, snapshots: readonly SnapshotStacks[]): Promise<void> {
  const text = snapshots.map(
    (stacks, index) => `Snapshot ${index + 1} of ${snapshots.length}\n${snapshotText(title, stacks)}`,
  )
  await writeAtomically(path.join(folder, 'stacks.json'), `${JSON.stringify({ snapshots }, null, 2)}\n`)
  await writeAtomically(path.join(folder, 'stacks.txt'), `${text.join('\n\n\n')}\n`)
}
