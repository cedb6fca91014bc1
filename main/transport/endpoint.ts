import type { Pid } from '../../shared/model/ids.ts'

/** Where the diagnostics server of one runtime can be reached. */
export interface Endpoint {
  readonly transport: 'unix' | 'pipe' | 'tcp'
  /**
   * Socket path as this process sees it (it may go through `/proc/PID/root`), pipe name (`\\.\pipe\...`), or `host:port`.
   */
  readonly path: string
  /** The process behind it, in the pid namespace of this machine. */
  readonly pid: Pid
}
