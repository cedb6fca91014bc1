import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { Keeping } from '../../../shared/model/recording.ts'
import { pause } from '../../os/pause.ts'
import type { TargetDirectory } from '../live/target/target-directory.ts'

/** How long a runtime that waits at a port may take to be found by the process list. */
const findMs = 3000
const againMs = 50

/**
 * Until the process list has the endpoint of a runtime that waits, and its version where what can be kept depends on that; or until it takes
 * too long, and whoever records says what is missing.
 */
export async function whenRecordable(
  directory: Pick<TargetDirectory, 'endpointOf' | 'rowOf'> & { refresh(): Promise<void> },
  key: ProcessKey,
  { kind }: Pick<Keeping, 'kind'>,
  limitMs = findMs,
): Promise<void> {
  const isKnown = (): boolean =>
    directory.endpointOf(key) !== null && (kind === 'whole' || (directory.rowOf(key)?.runtimeVersion ?? null) !== null)
  const endMs = performance.now() + limitMs
  while (!isKnown() && performance.now() < endMs) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await directory.refresh()
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (!isKnown()) await pause(againMs)
  }
}
