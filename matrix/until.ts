import { pause } from '../main/os/pause.ts'
/**
 * Waits for a condition that a target reaches by itself; false when it never did. Time in which this process itself did not run, and so
 * heard nothing of its targets, is not counted.
 */
export async function until(holds: () => boolean | Promise<boolean>, limitMs = 8000): Promise<boolean> {
  for (let waitedMs = 0; ;) {
    if (await holds()) return true
    if (waitedMs >= limitMs) return false
    const fromMs = performance.now()
    await pause(lookEveryMs)
    waitedMs += Math.min(performance.now() - fromMs, 5 * lookEveryMs)
  }
}

const lookEveryMs = 20
