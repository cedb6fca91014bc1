import fs from 'node:fs'
import type { Endpoint } from '../../transport/endpoint.ts'

/** A socket that goes so shortly before its process was removed by the process, not by somebody who cleans up. */
const ownRemovalMs = 6000

/**
 * What is left of an ended process that was not our child. Its exit code and signal are told to its parent only: Linux keeps them for
 * nobody else, and what would get them (a tracer, a pidfd of its parent) would have to be there before. Its socket tells something:
 * an end in which the runtime still ran removed it, a sudden one left it. Null when that cannot be said.
 */
export function socketAfterExit(
  endpoint: Endpoint | null,
  socketLostAtMs: number | null,
  nowMs: number,
): 'removed' | 'left' | null {
  if (endpoint === null) return socketLostAtMs !== null && nowMs - socketLostAtMs < ownRemovalMs ? 'removed' : null
  // Below /proc/PID/root everything went with the process.
  if (endpoint.transport !== 'unix' || endpoint.path.startsWith('/proc/')) return null
  return fs.existsSync(endpoint.path) ? 'left' : 'removed'
}
