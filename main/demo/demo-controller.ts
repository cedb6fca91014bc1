import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AppError } from '../../shared/base/errors.ts'
import type { Disposable } from '../../shared/base/disposable.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { DemoOptions, DemoProcess, FromDemoProcess } from './demo-messages.ts'

export interface DemoTarget extends Disposable {
  readonly pid: number
  readonly socketPath: string
  readonly process: DemoProcess
  /** Resolves when the process has ended; idempotent. */
  stop(mode?: 'clean' | 'crash'): Promise<void>
}

const startDeadlineMs = 10_000
/** A process that does not end by itself is killed; its socket is then removed by us. */
const stopDeadlineMs = 2000

/** Waits until the demo process listens. The caller keeps what is returned and stops it. */
export async function startDemoTarget(
  launch: () => DemoProcess,
  options: DemoOptions = {},
): Promise<Result<DemoTarget, AppError>> {
  const child = launch()
  let hasExited = false
  const exited = new Promise<void>((resolve) => {
    child.onExit(() => {
      hasExited = true
      resolve()
    })
  })
  const first = await firstMessage(child, exited, options)
  if (first?.kind !== 'listening') {
    child.kill()
    if (first?.kind === 'failed') return err({ kind: 'io', operation: 'listen', path: 'demo', code: first.code })
    return err({ kind: 'timeout', operation: 'demo-start', timeoutMs: startDeadlineMs })
  }
  const { pid, socketPath } = first
  const stop = async (mode: 'clean' | 'crash' = 'clean') => {
    if (hasExited) return
    child.send({ kind: 'stop', mode })
    const timer = setTimeout(() => child.kill(), stopDeadlineMs)
    await exited
    clearTimeout(timer)
  }
  return ok({ pid, socketPath, process: child, stop, dispose: () => void stop() })
}

function firstMessage(
  child: DemoProcess,
  exited: Promise<void>,
  options: DemoOptions,
): Promise<FromDemoProcess | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), startDeadlineMs)
    const finish = (message: FromDemoProcess | null) => {
      clearTimeout(timer)
      resolve(message)
    }
    child.onMessage(finish)
    void exited.then(() => finish(null))
    child.send({ kind: 'start', options })
  })
}

/**
 * The app's one demo process. Remembers the socket's path in a file while it runs: a demo process that was killed
 * together with the app cannot remove its socket, so the next start of the app does.
 */
export class DemoController implements Disposable {
  readonly #launch: () => DemoProcess
  readonly #journalPath: string
  #target: DemoTarget | null = null
  #starting: Promise<Result<{ readonly pid: number }, AppError>> | null = null

  constructor(options: { readonly launch: () => DemoProcess; readonly journalPath: string }) {
    this.#launch = options.launch
    this.#journalPath = options.journalPath
    this.#removeLeftover()
  }

  isDemoPid(pid: number): boolean {
    return this.#target?.pid === pid
  }

  /** Starts it, or gives the running one; two clicks start one. */
  start(): Promise<Result<{ readonly pid: number }, AppError>> {
    if (this.#target !== null) return Promise.resolve(ok({ pid: this.#target.pid }))
    this.#starting ??= this.#startNow().finally(() => {
      this.#starting = null
    })
    return this.#starting
  }

  async stop(): Promise<void> {
    await this.#starting
    await this.#target?.stop()
  }

  dispose(): void {
    this.#target?.dispose()
  }

  async #startNow(): Promise<Result<{ readonly pid: number }, AppError>> {
    const started = await startDemoTarget(this.#launch)
    if (!started.ok) return started
    const target = started.value
    this.#target = target
    this.#remember(target.socketPath)
    target.process.onExit(() => {
      if (this.#target === target) this.#target = null
      this.#removeLeftover()
    })
    return ok({ pid: target.pid })
  }

  #remember(socketPath: string): void {
    try {
      writeFileSync(this.#journalPath, socketPath, { mode: 0o600 })
    } catch {
      // An unwritable folder: then a killed demo leaves a stale socket, which no list shows. No reason to fail.
    }
  }

  /** Only a path that this class wrote down, and only one that looks like a demo's socket. */
  #removeLeftover(): void {
    try {
      const socketPath = readFileSync(this.#journalPath, 'utf8')
      if (/dotnet-diagnostic-\d+-\d+-socket$/.test(socketPath)) rmSync(socketPath, { force: true })
      rmSync(this.#journalPath, { force: true })
    } catch {
      // ENOENT: nothing was left behind.
    }
  }
}
