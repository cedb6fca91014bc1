import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import type { Disposable } from '../../shared/base/disposable.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { isPlainSocketPath } from './far-replies.ts'
import { printable } from './ssh-log.ts'

/*
 * A runtime of another user of that machine: sshd connects as the user who is logged in, who may not. A program that is already there
 * connects instead, as the owner of the process, when a person has agreed to the exact command. It runs in the connection that is there, and
 * ends with it. Never as root for a process of somebody else: its owner can put a link to another process's socket in the place of the socket.
 */

/** What can stand between a pipe and a socket. */
export type RelayTool = 'socat' | 'nc'

/** Which of the tools that were found there is used; null: none. */
export function relayToolOf(found: string): RelayTool | null {
  const tools = new Set(found.split('\n'))
  if (tools.has('socat')) return 'socat'
  return tools.has('nc-unix') ? 'nc' : null
}

const maxSaidBytes = 2048

/**
 * The whole command, as the person is shown it: as that user, without a password. No byte of a path means anything to a shell or to socat;
 * null for other paths.
 */
export function relayCommand(tool: RelayTool, userId: number, farPath: string): string | null {
  if (!isPlainSocketPath(farPath)) return null
  const asOwner = `sudo -n -u '#${userId}'`
  return tool === 'socat' ? `${asOwner} socat - UNIX-CONNECT:${farPath}` : `${asOwner} nc -N -U ${farPath}`
}

export interface FarRelayOptions {
  readonly program: string
  /** Of ssh, up to the command. */
  readonly arguments: readonly string[]
  readonly command: string
  /** In a folder of ours. */
  readonly localPath: string
}

/** Of ssh itself: no session in the connection, or the connection is gone. */
const sshFailed = 255

/**
 * A socket of ours; each connection to it starts the command on the far side, and ends it. A command that was refused is not started again:
 * sudo logs each try, and some machines mail it to somebody.
 */
export class FarRelay implements Disposable {
  readonly #options: FarRelayOptions
  readonly #server: net.Server
  readonly #children = new Set<ChildProcess>()
  #hasWorked = false
  #refusal: string | null = null
  #refuse: () => void = () => undefined
  /** Resolves when the command was refused; never for one that isn't. */
  readonly whenRefused: Promise<void>

  private constructor(options: FarRelayOptions) {
    this.#options = options
    this.whenRefused = new Promise((resolve) => (this.#refuse = resolve))
    this.#server = net.createServer((socket) => this.#relay(socket))
  }

  static async open(options: FarRelayOptions): Promise<Result<FarRelay, AppError>> {
    const relay = new FarRelay(options)
    // Also of single connections, such as one for which no descriptor is left: the next one may do.
    relay.#server.on('error', () => undefined)
    relay.#server.listen(options.localPath)
    try {
      await once(relay.#server, 'listening')
      return ok(relay)
    } catch (cause) {
      const { code = 'EIO' } = cause as NodeJS.ErrnoException
      return err({ kind: 'io', operation: 'listen-on', path: options.localPath, code })
    }
  }

  get localPath(): string {
    return this.#options.localPath
  }

  /** What the command wrote when it failed without a byte of the runtime; null: it didn't. */
  get refusal(): string | null {
    return this.#refusal
  }

  dispose(): void {
    this.#server.close()
    for (const child of this.#children) child.kill('SIGTERM')
    fs.rmSync(this.#options.localPath, { force: true })
  }

  #relay(socket: net.Socket): void {
    // EPIPE: either end is gone, which the other learns by its own end.
    socket.on('error', () => undefined)
    if (this.#refusal !== null) return void socket.destroy()
    const { program, arguments: words, command } = this.#options
    const child = spawn(program, [...words, `exec ${command}`], { stdio: ['pipe', 'pipe', 'pipe'] })
    this.#children.add(child)
    let said = ''
    let hasBytes = false
    let isOver = false
    child.stderr.on('data', (bytes: Buffer) => (said = (said + bytes.toString('utf8')).slice(-maxSaidBytes)))
    child.stdout.once('data', () => (hasBytes = this.#hasWorked = true))
    for (const stream of [child.stdin, child.stdout]) stream.on('error', () => undefined)
    socket.pipe(child.stdin)
    // Ended with the command below: an end before its exit code is known would look as if we had closed the connection.
    child.stdout.pipe(socket, { end: false })
    // The far command ends with its channel, whatever it waits for.
    const end = (): void => {
      isOver = true
      child.kill('SIGTERM')
    }
    socket.once('end', end)
    socket.once('close', end)
    child.once('error', () => socket.destroy())
    child.once('close', (code) => {
      this.#children.delete(child)
      const isRefused = !hasBytes && !isOver && code !== 0 && !(code === sshFailed && this.#hasWorked)
      if (isRefused && this.#refusal === null) {
        this.#refusal = printable(said.trim()) || `The command ended with code ${code ?? 'unknown'}.`
        this.#refuse()
      }
      socket.destroySoon()
    })
  }
}
