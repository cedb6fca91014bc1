import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'
import type { Pid } from '../../shared/model/ids.ts'
import type { Connection, ConnectOptions } from './connection.ts'

/** Where the diagnostics server of one runtime can be reached. */
export interface Endpoint {
  readonly transport: 'unix' | 'pipe' | 'tcp'
  /**
   * Socket path as this process sees it (it may go through `/proc/PID/root`), pipe name (`\\.\pipe\...`), or `host:port`.
   */
  readonly path: string
  /** The process behind it, in the pid namespace of this machine. */
  readonly pid: Pid
  /**
   * For a runtime that comes to a port of ours: hands out its waiting connection, or the next one it opens, instead of connecting.
   * Each serves one command.
   */
  readonly open?: (options: ConnectOptions) => Promise<Result<Connection, AppError>>
}
