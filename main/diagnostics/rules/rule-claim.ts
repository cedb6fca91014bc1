import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { ApplicationKey } from '../../storage/application-key.ts'

/** Another instance of Pipescope that acts on the same armed rule. */
export interface RuleHolder {
  readonly pid: number
}

export interface RuleClaimOptions {
  /** What is claimed: the rule with its id. */
  readonly rule: string
  readonly applicationKey: ApplicationKey
  readonly onChange: () => void
  readonly pid?: number
  readonly answerMs?: number
}

const usualAnswerMs = 5000
const againMs = 200
/** A name whose holder goes away while it is asked, over and over, is nobody's. */
const mostTries = 20
const mostWaiting = 16
const maxLineChars = 200

/**
 * The right to act on one armed rule, of which one process on this machine can have it: a name that the system gives to one process and takes back
 * when that process ends, however it ends. The name and the proof of who has it come from the key of the installation, so that a stranger who takes the
 * name can't keep a rule from working.
 */
export class RuleClaim {
  readonly #options: RuleClaimOptions
  readonly #address: string
  readonly #sockets = new Set<net.Socket>()
  #server: net.Server | null = null
  #timer: NodeJS.Timeout | null = null
  #isOurs = false
  #holder: RuleHolder | null = null
  #isEnded = false
  #tries = 0

  constructor(options: RuleClaimOptions) {
    this.#options = options
    this.#address = claimAddress(options)
    this.#take()
  }

  get isOurs(): boolean {
    return this.#isOurs
  }

  /** Null: ours, or not known yet. */
  get holder(): RuleHolder | null {
    return this.#holder
  }

  end(): void {
    this.#isEnded = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #take(): void {
    this.#timer = null
    const server = net.createServer((socket) => this.#answer(socket))
    server.maxConnections = mostWaiting
    server.on('error', ({ code }: NodeJS.ErrnoException) => {
      // One that asked could not be accepted (no descriptor is left): it asks again.
      if (this.#server !== null) return
      if (code === 'EADDRINUSE') this.#ask()
      // No name is to be had here: that is no reason for a rule not to work.
      else this.#set(true, null)
    })
    server.listen(this.#address, () => {
      this.#server = server
      if (this.#isEnded) server.close()
      else this.#set(true, null)
    })
  }

  /** Whoever else has this rule asks, and stays connected to learn when it is free. */
  #answer(socket: net.Socket): void {
    this.#keep(socket)
    this.#line(socket, (nonce) => {
      const pid = this.#options.pid ?? process.pid
      socket.write(`${String(pid)} ${this.#proof(nonce, pid)}\n`)
    })
  }

  #ask(): void {
    if (this.#isEnded) return
    const nonce = randomBytes(16).toString('hex')
    const socket = net.connect(this.#address, () => socket.write(`${nonce}\n`))
    let isStranger = false
    const refuse = (): void => {
      isStranger = true
      socket.destroy()
    }
    const deadline = setTimeout(refuse, this.#options.answerMs ?? usualAnswerMs)
    this.#keep(socket)
    this.#line(socket, (answer) => {
      clearTimeout(deadline)
      const [pid = '', proof] = answer.split(' ')
      if (proof !== this.#proof(nonce, Number(pid))) return refuse()
      this.#tries = 0
      this.#set(false, { pid: Number(pid) })
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      // Left by a process that was killed; only where names are files.
      if (code === 'ECONNREFUSED' && path.isAbsolute(this.#address)) fs.rmSync(this.#address, { force: true })
    })
    socket.once('close', () => {
      clearTimeout(deadline)
      if (isStranger || ++this.#tries > mostTries) this.#set(true, null)
      else if (!this.#isEnded) this.#timer = setTimeout(() => this.#take(), againMs)
    })
  }

  #line(socket: net.Socket, onLine: (line: string) => void): void {
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      const end = text.indexOf('\n')
      if (end < 0 && text.length <= maxLineChars) return
      socket.removeAllListeners('data').resume()
      onLine(text.slice(0, end < 0 ? maxLineChars : Math.min(end, maxLineChars)))
    })
  }

  #keep(socket: net.Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => this.#sockets.delete(socket))
  }

  #proof(nonce: string, pid: number): string {
    return digestOf(this.#options.applicationKey(`armed rule held\n${nonce}\n${String(pid)}`))
  }

  #set(isOurs: boolean, holder: RuleHolder | null): void {
    if (this.#isEnded) return
    this.#isOurs = isOurs
    this.#holder = holder
    this.#options.onChange()
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** Linux and Windows have names that are no files and go with their process. */
export function claimAddress(
  { rule, applicationKey }: Pick<RuleClaimOptions, 'rule' | 'applicationKey'>,
  platform: NodeJS.Platform = process.platform,
): string {
  const name = digestOf(applicationKey(`armed rule\n${rule}`)).slice(0, 32)
  if (platform === 'linux') return `\0pipescope-rule-${name}`
  if (platform === 'win32') return `\\\\.\\pipe\\pipescope-rule-${name}`
  return path.join(os.tmpdir(), `pipescope-rule-${name}`)
}
