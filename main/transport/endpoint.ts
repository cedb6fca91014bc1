import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'
import type { Pid } from '../../shared/model/ids.ts'
import type { Connection, ConnectOptions } from './connection.ts'

/** To another machine. */
export interface EndpointLink {
  readonly machine: string
  readonly isUp: () => boolean
  /** The far server has refused to connect this one to its socket. */
  readonly isRefused: () => boolean
}

/** Where the diagnostics server of one runtime can be reached. */
export interface Endpoint {
  readonly transport: 'unix' | 'pipe' | 'tcp' | 'ssh'
  /**
   * Socket path as this process sees it (it may go through `/proc/PID/root`), pipe name (`\\.\pipe\...`), or `host:port`; over SSH
   * `ssh://DESTINATION/PATH`, a name for people and for keys that is never used as a path.
   */
  readonly path: string
  /** The process behind it, in the pid namespace of its machine. */
  readonly pid: Pid
  /**
   * For a runtime that comes to a port of ours: hands out its waiting connection, or the next one it opens, instead of connecting.
   * Each serves one command. For one on another machine: connects through the link to that machine.
   */
  readonly open?: (options: ConnectOptions) => Promise<Result<Connection, AppError>>
  /** Of a connection to another machine: the link that it goes through. */
  readonly link?: EndpointLink
}

/** Whether pid and paths mean nothing to this machine's operating system. */
export function isElsewhere({ transport }: Pick<Endpoint, 'transport'>): boolean {
  return transport === 'tcp' || transport === 'ssh'
}
