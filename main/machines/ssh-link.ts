import { spawn, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { Disposable } from '../../shared/base/disposable.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { machineHops, type MachineFault, type MachineHop } from '../../shared/model/machine.ts'
import { Askpass, type AnswerQuestion } from './askpass.ts'
import { isChangedKey, readChangedKey, readSshSettings } from './changed-key.ts'
import { ControlSocket } from './control-socket.ts'
import { farCommand, farHeartbeatSeconds, type FarRequest } from './far-script.ts'
import { FarRelay } from './far-relay.ts'
import { FarShell, type FarFault } from './far-shell.ts'
import { isPlainSocketPath, textOf, type FarReply } from './far-replies.ts'
import { openFifo, readLines } from './fifo.ts'
import { linkLogPath, makeLinkFolder } from './link-folder.ts'
import { hostArguments, type SshHost } from './ssh-host.ts'
import { isForwardRefused, mayKeyForward, printable, readFailure, readProgress } from './ssh-log.ts'
import { pause } from '../os/pause.ts'

/*
 * One connection of the system's OpenSSH client to one machine.
 *
 *     connecting ──answers to hello──> open ──dispose()──────────────────────────> ended
 *         └──ssh gives up───────────────┴──ssh ends, no answer for 15 s, garbage──^
 *
 * The client is the master of a control socket and runs the far shell (far-script.ts) in the same connection. Everything else goes through
 * the control socket: `-O forward` makes a socket of ours lead to one of the far side. All sockets lie in a folder of mode 0700; nothing
 * listens on loopback TCP, where any user of this machine could use it. When the connection ends, all of it ends.
 */

export interface LinkOptions {
  readonly host: SshHost
  readonly answer: AnswerQuestion
  readonly onProgress?: (hop: MachineHop, detail: string | null) => void
  /** The server says that the key which signed in may not forward. */
  readonly onKeyForbids?: () => void
  /** Once, whichever way it ended after it was open; null: disposed by us. */
  readonly onEnded: (fault: MachineFault | null) => void
  /** More arguments for ssh, before the host: tests name a configuration of their own. */
  readonly extraArguments?: readonly string[]
  readonly program?: string
}

/** At most twice as long passes without a request. */
const beatAfterMs = 2000
/** Below the time after which the far side gives up, so that both sides know. */
const answerTimeoutMs = (farHeartbeatSeconds - 5) * 1000
const maxLogLineBytes = 4096
const maxSaidBytes = 16 * 1024
/** For ssh to write the rest of its warning; it ends by itself then, unless its configuration says to go on. */
const changedKeyMs = 200

export class SshLink implements Disposable {
  readonly #options: LinkOptions
  readonly #folder: string
  readonly #control: ControlSocket
  readonly #forwards = new Map<string, Promise<Result<string, 'refused' | 'ended'>>>()
  /** In the place of forwardings, for sockets of other users. */
  readonly #relays = new Map<string, FarRelay>()
  readonly #refusalListeners = new Set<() => void>()
  #askpass: Askpass | null = null
  #child: ChildProcess | null = null
  #shell: FarShell | null = null
  #reached: MachineHop = 'client'
  #said = ''
  /** Of ssh alone: what its error output has may come from the machine or from a jump host. */
  #log = ''
  #hasChangedKey = false
  #isOpen = false
  #isDisposed = false
  #mayKeyForward: boolean | null = null
  #forwardCount = 0
  #askedMs = -Infinity
  #beat: NodeJS.Timeout | null = null
  #whenExited: Promise<void> = Promise.resolve()

  private constructor(options: LinkOptions, folder: string) {
    this.#options = options
    this.#folder = folder
    this.#control = new ControlSocket(folder, options)
  }

  /** Resolves when the far shell has answered and will end the connection by itself, should we vanish. */
  static async open(
    options: LinkOptions,
    signal: AbortSignal,
  ): Promise<Result<{ readonly link: SshLink; readonly hello: FarReply }, MachineFault>> {
    if (!canForwardSockets()) return err({ hop: 'client', kind: 'client-cannot-forward', said: null })
    const link = new SshLink(options, makeLinkFolder())
    const abort = (): void => link.dispose()
    signal.addEventListener('abort', abort)
    const hello = await link.#connect()
    signal.removeEventListener('abort', abort)
    if (hello.ok) return ok({ link, hello: hello.value })
    link.dispose()
    return hello
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get lastRoundTripMs(): number | null {
    return this.#shell?.lastRoundTripMs ?? null
  }

  /** How long the last answer took, or the one that is on its way already takes; null before there was any. */
  get answerMs(): number | null {
    return this.#isOpen ? (this.#shell?.answerMs ?? null) : null
  }

  get totalReceivedBytes(): number {
    return this.#shell?.totalReceivedBytes ?? 0
  }

  /** Null: the server did not say what the key may do. */
  get mayKeyForward(): boolean | null {
    return this.#mayKeyForward
  }

  async ask(request: FarRequest, words: readonly (string | number)[] = []): Promise<Result<FarReply, FarFault>> {
    if (this.#shell === null || !this.#isOpen) return err('ended')
    this.#askedMs = performance.now()
    const reply = await this.#shell.ask(request, words, answerTimeoutMs)
    if (!reply.ok || reply.value.isAwake) return reply
    // Somebody ended the loop that would end this connection: then we do.
    this.#end({ hop: 'shell', kind: 'no-watch', said: null })
    return err('ended')
  }

  /**
   * A socket of ours that leads to one of the far side; made once for each. Nothing is connected yet. Only paths of a few harmless
   * characters: ssh parts its arguments at colons.
   */
  forward(farPath: string): Promise<Result<string, 'refused' | 'ended'>> {
    if (!isPlainSocketPath(farPath)) return Promise.resolve(err('refused'))
    const relay = this.#relays.get(farPath)
    if (relay !== undefined) return Promise.resolve(ok(relay.localPath))
    const known = this.#forwards.get(farPath)
    if (known !== undefined) return known
    const local = path.join(this.#folder, `${++this.#forwardCount}.sock`)
    const made = this.#control
      .say('forward', '-L', `${local}:${farPath}`)
      .then((isDone) => (isDone ? ok(local) : err(this.#isOpen ? ('refused' as const) : ('ended' as const))))
    this.#forwards.set(farPath, made)
    return made
  }

  /** The far socket is gone: its forwarding as well. */
  async stopForward(farPath: string): Promise<void> {
    this.stopRelay(farPath)
    const made = await this.#forwards.get(farPath)
    this.#forwards.delete(farPath)
    if (made?.ok !== true) return
    if (this.#isOpen) await this.#control.say('cancel', '-L', `${made.value}:${farPath}`)
    fs.rmSync(made.value, { force: true })
  }

  /**
   * The other way round: a socket of the far side, which its sshd makes for the user who is logged in, leads to one of ours. It must lie in a
   * folder of that user alone, and there must be none yet.
   */
  async listen(farPath: string, localPath: string): Promise<Result<null, 'refused' | 'ended'>> {
    if (!isPlainSocketPath(farPath) || !isPlainSocketPath(localPath)) return err('refused')
    if (await this.#control.say('forward', '-R', `${farPath}:${localPath}`)) return ok(null)
    return err(this.#isOpen ? 'refused' : 'ended')
  }

  async stopListening(farPath: string, localPath: string): Promise<void> {
    if (this.#isOpen) await this.#control.say('cancel', '-R', `${farPath}:${localPath}`)
  }

  /** From here on every connection to that socket starts this command there, until this link or the process has ended. */
  async relay(farPath: string, command: string): Promise<Result<FarRelay, AppError>> {
    const known = this.#relays.get(farPath)
    if (known !== undefined && known.refusal === null) return ok(known)
    this.stopRelay(farPath)
    const opened = await FarRelay.open({
      program: this.#control.program,
      arguments: this.#control.sessionArguments(),
      command,
      localPath: path.join(this.#folder, `${++this.#forwardCount}.sock`),
    })
    if (!opened.ok) return opened
    if (!this.#isOpen) {
      opened.value.dispose()
      return err({ kind: 'link-lost', machine: this.#options.host.destination })
    }
    this.#relays.set(farPath, opened.value)
    return opened
  }

  relayOf(farPath: string): FarRelay | null {
    return this.#relays.get(farPath) ?? null
  }

  stopRelay(farPath: string): void {
    this.#relays.get(farPath)?.dispose()
    this.#relays.delete(farPath)
  }

  /** A second shell in this connection, without a sign-in of its own; null when the connection is not there. */
  openShell(script: string): (Pick<FarShell, 'ask'> & Disposable) | null {
    if (!this.#isOpen) return null
    const child = spawn(this.#control.program, [...this.#control.sessionArguments(), farCommand], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    child.on('error', () => shell.dispose())
    const shell = new FarShell(child.stdin, child.stdout, () => child.kill(), script)
    return { ask: (...asked) => shell.ask(...asked), dispose: () => shell.dispose() }
  }

  /** Called whenever the far side did not make a forwarded connection. */
  onRefusal(listener: () => void): Disposable {
    this.#refusalListeners.add(listener)
    return { dispose: () => void this.#refusalListeners.delete(listener) }
  }

  /** Ends ssh, and with it every connection through it; its folder goes when it has ended. */
  dispose(): void {
    this.#end(null)
  }

  /** Resolves when ssh has ended and nothing of it is left. */
  async whenGone(): Promise<void> {
    await this.#whenExited
  }

  async #connect(): Promise<Result<FarReply, MachineFault>> {
    const log = openFifo(linkLogPath(this.#folder))
    const askpass = Askpass.open(this.#folder, this.#options.answer)
    if (log === null || !askpass.ok) {
      if (log !== null) fs.closeSync(log.fd)
      if (askpass.ok) askpass.value.dispose()
      return err({ hop: 'client', kind: 'client-cannot-forward', said: null })
    }
    this.#askpass = askpass.value
    const logSocket = readLines(log, maxLogLineBytes, (line) => this.#takeLog(line))
    const child = spawn(this.#control.program, this.#control.masterArguments(), {
      stdio: ['pipe', 'pipe', 'pipe'],
      // Without a terminal that it could ask at.
      detached: true,
      env: {
        ...process.env,
        SSH_ASKPASS: askpass.value.program,
        SSH_ASKPASS_REQUIRE: 'force',
        DISPLAY: process.env['DISPLAY'] ?? ':0',
      },
    })
    this.#child = child
    child.stderr.on('data', (bytes: Buffer) => this.#remember(bytes.toString('utf8')))
    const exited = new Promise<void>((resolve) => {
      child.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') this.#reached = 'client'
        this.#remember(`${error.code ?? 'error'}\n`)
        resolve()
      })
      child.once('close', () => resolve())
    })
    this.#whenExited = exited.then(() => {
      this.#end(this.#fault('link-lost'))
      // What it wrote last is still in the pipe.
      setTimeout(() => logSocket.destroy(), 100).unref()
      askpass.value.dispose()
      fs.rmSync(this.#folder, { recursive: true, force: true })
    })
    const shell = new FarShell(child.stdin, child.stdout, (fault) => this.#endedBy(fault))
    this.#shell = shell
    // Questions to the person have no deadline; ssh has its own for the network.
    const hello = await shell.ask('hello', [], 2 ** 31 - 1)
    if (!hello.ok) {
      await Promise.race([exited, pause(1000)])
      await pause(50)
      return err(this.#hasChangedKey ? await this.#changedKeyFault() : this.#connectFault(hello.error))
    }
    // What ssh logged before the answer is read by then.
    await nextTurn()
    if (this.#hasChangedKey) return err(await this.#changedKeyFault())
    this.#options.onProgress?.('shell', null)
    if (textOf(hello.value, 'status') === '') return err({ hop: 'proc', kind: 'no-proc', said: null })
    if (!hello.value.isAwake) return err({ hop: 'shell', kind: 'no-watch', said: null })
    this.#isOpen = true
    this.#beat = setInterval(() => {
      if (performance.now() - this.#askedMs >= beatAfterMs) void this.ask('beat')
    }, beatAfterMs)
    return hello
  }

  #connectFault(fault: FarFault): MachineFault {
    if (fault === 'too-long') return { hop: 'shell', kind: 'too-much-sent', said: null }
    if (this.#askpass?.wasCancelled === true) {
      const isKey = this.#reached === 'client' || this.#reached === 'network' || /verification failed/.test(this.#said)
      return isKey
        ? { hop: 'host-key', kind: 'host-key-declined', said: null }
        : { hop: 'sign-in', kind: 'sign-in-cancelled', said: null }
    }
    if (this.#said.startsWith('ENOENT')) return { hop: 'client', kind: 'no-client', said: null }
    const next = machineHops[machineHops.indexOf(this.#reached) + 1] ?? 'shell'
    return readFailure(this.#said, next)
  }

  async #changedKeyFault(): Promise<MachineFault> {
    const words = [...(this.#options.extraArguments ?? []), ...hostArguments(this.#options.host)]
    const changedKey = readChangedKey(this.#log, await readSshSettings(this.#control.program, words))
    const fault: MachineFault = {
      ...readFailure(this.#said, 'host-key', 12),
      hop: 'host-key',
      kind: 'host-key-changed',
    }
    return changedKey === null ? fault : { ...fault, changedKey }
  }

  #takeLog(line: string): void {
    this.#remember(`${line}\n`)
    this.#log = `${this.#log}${line}\n`.slice(-maxSaidBytes)
    const progress = readProgress(line)
    if (progress !== null) {
      this.#reached = progress.hop
      this.#options.onProgress?.(progress.hop, progress.detail)
    }
    this.#mayKeyForward = mayKeyForward(line) ?? this.#mayKeyForward
    // The log may come behind the shell's first answer.
    if (this.#isOpen && this.#mayKeyForward === false) this.#options.onKeyForbids?.()
    if (isForwardRefused(line)) for (const listener of this.#refusalListeners) listener()
  }

  #remember(text: string): void {
    this.#said = (this.#said + text).slice(-maxSaidBytes)
    if (this.#hasChangedKey || !isChangedKey(this.#said)) return
    this.#hasChangedKey = true
    // Even with `StrictHostKeyChecking no`, which would go on.
    setTimeout(() => void this.#refuseChangedKey(), changedKeyMs).unref()
  }

  async #refuseChangedKey(): Promise<void> {
    this.#end(this.#isOpen ? await this.#changedKeyFault() : null)
  }

  #endedBy(fault: FarFault): void {
    if (!this.#isOpen) return
    const kind = fault === 'no-answer' ? 'no-answer' : fault === 'too-long' ? 'too-much-sent' : 'link-lost'
    this.#end(this.#fault(kind))
  }

  #fault(kind: MachineFault['kind']): MachineFault {
    const own = this.#said.split('\n').filter((line) => !line.startsWith('debug1:') && !isForwardRefused(line))
    const said = printable(own.slice(-3).join('\n'))
    return { hop: 'shell', kind, said: said === '' ? null : said }
  }

  #end(fault: MachineFault | null): void {
    if (this.#isDisposed) return
    this.#isDisposed = true
    const wasOpen = this.#isOpen
    this.#isOpen = false
    if (this.#beat !== null) clearInterval(this.#beat)
    this.#shell?.dispose()
    for (const farPath of this.#relays.keys()) this.stopRelay(farPath)
    const child = this.#child
    if (child === null) fs.rmSync(this.#folder, { recursive: true, force: true })
    // Its input ends first: a far shell that can still be reached ends in an orderly way.
    child?.stdin?.end()
    child?.kill('SIGTERM')
    const last = setTimeout(() => child?.kill('SIGKILL'), 2000)
    last.unref()
    if (wasOpen) this.#options.onEnded(fault)
  }
}

/** The OpenSSH client of Windows has no control sockets and cannot listen on a socket. */
export function canForwardSockets(platform: NodeJS.Platform = process.platform): boolean {
  return platform !== 'win32'
}
