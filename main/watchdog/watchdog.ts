import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Disposable } from '../../shared/base/disposable.ts'
import { readTextIfThere, writeFileAtomically } from '../os/atomic-file.ts'
import { withOwnDescriptorsClosed } from '../os/linux/own-descriptors.ts'
import type { ListenAddress } from '../transport/listener.ts'
import { applyMessage, emptyWatchList, type WatchMessage } from './watch-list.ts'

/** How the other process is started: the app's own program with a switch, or Node in tests. */
export interface WatchdogCommand {
  readonly program: string
  readonly args: readonly string[]
}

/**
 * Main's side. The process is started with the first port and lives as long as main. It is told everything at once: what main
 * has not said when it dies is not known.
 */
export class Watchdog implements Disposable {
  readonly #command: WatchdogCommand
  readonly #journalPath: string | null
  readonly #told: WatchMessage[] = []
  #child: ChildProcess | null = null
  #isOver = false

  /** @param journalPath where open ports are remembered, for a later run after both processes were killed; null keeps no memory */
  constructor(command: WatchdogCommand, journalPath: string | null = null) {
    this.#command = command
    this.#journalPath = journalPath
  }

  get pid(): number | null {
    return this.#child?.pid ?? null
  }

  /**
   * At the start: if an earlier run and its watchdog were killed together, a new one resumes what still waits at their ports. Where the
   * earlier watchdog lives it has the ports, and the new one ends at once.
   */
  relieveEarlierRun(): void {
    const left = this.#journalPath === null ? null : readTextIfThere(this.#journalPath)
    this.#forgetPorts()
    if (left === null) return
    const child = this.#spawn()
    child.once('error', () => undefined)
    child.stdin.end(left)
  }

  /** To be called before any runtime can come to the port. */
  watch(address: ListenAddress): void {
    this.#notify({ kind: 'port', address })
  }

  forget(address: ListenAddress): void {
    this.#notify({ kind: 'port-closed', address })
  }

  addRoot(pid: number): void {
    this.#notify({ kind: 'root', pid })
  }

  /** Nothing that was launched is left: the watchdog ends without doing anything. */
  end(): void {
    this.#notify({ kind: 'bye' })
    this.dispose()
  }

  /** Its stdin ends: it takes over, unless it was told that all is over. */
  dispose(): void {
    this.#isOver = true
    this.#child?.stdin?.end()
    this.#child = null
    this.#forgetPorts()
  }

  #notify(message: WatchMessage): void {
    if (this.#isOver) return
    this.#told.push(message)
    if (message.kind === 'port' || message.kind === 'port-closed') this.#rememberPorts()
    if (this.#child !== null) this.#write(message)
    else if (message.kind === 'port') this.#start()
  }

  #start(): void {
    const child = this.#spawn()
    this.#child = child
    child.once('error', () => this.#lost(child))
    child.once('exit', () => this.#lost(child))
    for (const message of this.#told) this.#write(message)
  }

  #spawn() {
    const { program, args } = this.#command
    // A session of its own: a Ctrl-C in main's terminal is not for it.
    // And it keeps no folder in use: it may live longer than the folder in which main was started.
    const cwd = path.parse(process.execPath).root
    const child = withOwnDescriptorsClosed(() =>
      spawn(program, [...args], { cwd, stdio: ['pipe', 'ignore', 'ignore'], detached: true, windowsHide: true }),
    )
    child.unref()
    child.stdin.on('error', () => undefined)
    return child
  }

  /** Addresses only: the numbers of processes may be others' by then. */
  #rememberPorts(): void {
    if (this.#journalPath === null) return
    const { addresses } = this.#told.reduce(applyMessage, emptyWatchList)
    const lines = addresses.map((address) => `${JSON.stringify({ kind: 'port', address } satisfies WatchMessage)}\n`)
    if (lines.length === 0) return this.#forgetPorts()
    try {
      writeFileAtomically(this.#journalPath, lines.join(''))
    } catch {
      // Disk full or folder gone: this run has its watchdog, only a later one knows nothing.
    }
  }

  #forgetPorts(): void {
    if (this.#journalPath !== null) fs.rmSync(this.#journalPath, { force: true })
  }

  /** Somebody has killed it: the next port starts another, which is told everything again. */
  #lost(child: ChildProcess): void {
    if (this.#child === child) this.#child = null
  }

  #write(message: WatchMessage): void {
    this.#child?.stdin?.write(`${JSON.stringify(message)}\n`)
  }
}
