import { toDisposable, type Disposable } from '../../../../shared/base/disposable.ts'
import { asPid, asProcessKey, type ProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow } from '../../../../shared/model/process.ts'
import type { Endpoint } from '../../../transport/endpoint.ts'
import type { TargetDirectory } from '../target/target-directory.ts'

export function testRow(pid: number, changes: Partial<ProcessRow> = {}): ProcessRow {
  return {
    key: asProcessKey(`${pid}:1`),
    pid: asPid(pid),
    parentKey: null,
    name: 'orders-demo',
    detail: null,
    state: 'ready',
    problem: null,
    isTool: false,
    isDemo: false,
    isPinned: false,
    runtimeFlavour: 'coreclr',
    runtimeVersion: '10.0.0',
    architecture: 'x64',
    operatingSystem: 'Linux',
    runtimeIdentifier: 'linux-x64',
    userName: null,
    userId: null,
    isSameUser: true,
    commandLine: '/opt/orders-demo',
    commandLineSource: 'runtime',
    entryAssembly: 'orders-demo',
    cookie: null,
    startTimeMs: Date.now(),
    container: null,
    endpointPath: null,
    identity: 'verified',
    firstSeenMs: Date.now(),
    exitedAtMs: null,
    ...changes,
  }
}

/** A process list that a test fills by hand. */
export class FakeDirectory implements TargetDirectory {
  readonly #rows = new Map<ProcessKey, ProcessRow>()
  readonly #endpoints = new Map<ProcessKey, Endpoint>()
  readonly #listeners = new Set<(message: ProcessMessage) => void>()

  put(row: ProcessRow, socketPath?: string): void {
    this.#rows.set(row.key, row)
    if (socketPath !== undefined) {
      this.#endpoints.set(row.key, { transport: 'unix', path: socketPath, pid: row.pid })
    }
    for (const listener of this.#listeners) listener({ kind: 'changes', revision: 1, upserted: [row], removed: [] })
  }

  change(key: ProcessKey, changes: Partial<ProcessRow>): void {
    const row = this.#rows.get(key)
    if (row !== undefined) this.put({ ...row, ...changes })
  }

  rows(): readonly ProcessRow[] {
    return [...this.#rows.values()]
  }

  rowOf(key: ProcessKey): ProcessRow | null {
    return this.#rows.get(key) ?? null
  }

  endpointOf(key: ProcessKey): Endpoint | null {
    return this.#endpoints.get(key) ?? null
  }

  subscribe(listener: (message: ProcessMessage) => void): Disposable {
    this.#listeners.add(listener)
    listener({ kind: 'snapshot', revision: 0, rows: this.rows(), isScanComplete: true })
    return toDisposable(() => this.#listeners.delete(listener))
  }

  get listenerCount(): number {
    return this.#listeners.size
  }
}
