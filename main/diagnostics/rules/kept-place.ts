import fs from 'node:fs'
import type { RuleProblem } from '../../../shared/model/rules.ts'
import { diskRoom, leastFreeBytes } from '../recordings/recording-files.ts'

/**
 * Why nothing could be kept in this folder now. Asked before each try: a recorder that is started only to fail would leave a failed job
 * behind each time.
 */
export async function placeProblem(folder: string, ruleLeastFreeBytes: number): Promise<RuleProblem | null> {
  const room = await diskRoom(folder)
  // Below what every recording leaves it would end again within a second.
  if (room !== null && room.freeBytes < Math.max(ruleLeastFreeBytes, leastFreeBytes(room.totalBytes)))
    return { kind: 'disk-low', folder }
  try {
    await fs.promises.mkdir(folder, { recursive: true })
    await fs.promises.access(folder, fs.constants.W_OK | fs.constants.X_OK)
    return null
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
    return { kind: 'failed', error: { kind: 'io', operation: 'write', path: folder, code } }
  }
}

/** The same for all that a person would see as the same: details may differ with each try. */
export function nameOfProblem(problem: RuleProblem): string {
  if (problem.kind === 'disk-low') return problem.kind
  const { error } = problem
  return error.kind === 'io' ? `io ${error.code}` : error.kind
}
