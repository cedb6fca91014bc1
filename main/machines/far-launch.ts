import type { Disposable } from '../../shared/base/disposable.ts'
import type { AppError, FarLaunchReason } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { farLaunchScript, farOutputBlockBytes, type FarLaunchRequest, type WatchPace } from './far-launch-script.ts'
import { linesOf, type FarReply } from './far-replies.ts'
import { FarSession, type SessionLink } from './far-session.ts'

export type OutputName = 'stdout' | 'stderr'

/** Set, or taken away where the value is null, in this order. */
export type FarVariables = readonly (readonly [name: string, value: string | null])[]

export interface FarProgram {
  readonly folder: string
  readonly command: string
  readonly args: readonly string[]
  readonly variables: FarVariables
}

/** Where a program runs there, as its shell finds it. */
export interface FarPlace {
  /** Whole. */
  readonly folder: string
  /** Against that folder, or whole. */
  readonly program: string
}

/** What has become of a program whose connection was lost. */
export interface FarAdoption {
  /** `gone`: its folder is not there. `other`: what has its name is not ours. */
  readonly state: 'found' | 'gone' | 'other'
  readonly pid: number | null
  /** At its start, for so long that it was ended. */
  readonly hasWaited: boolean
}

/** Of one file of output. */
export interface FarOutputSize {
  readonly sizeBytes: number
  /** By the loop beside the program, while no shell of ours was there: all times together. */
  readonly emptiedBytes: number
}

/** As that machine says. */
export interface FarProgramState {
  /** Null while it runs, and when nobody saw how it ended. */
  readonly exitCode: number | null
  /** Whether anything is left of it, its children included. */
  readonly isOver: boolean
  readonly sizes: Readonly<Record<OutputName, FarOutputSize>>
  /** Only processes that belong to it; true: a runtime that waits at its start. */
  readonly isWaiting: ReadonlyMap<number, boolean>
}

const answerMs = 15_000
const noOutput: FarOutputSize = { sizeBytes: 0, emptiedBytes: 0 }
const ifBroken = { kind: 'invalid-request', what: 'launch', detail: 'a text contains a line break' } as const
/** Of output in one answer; more would hold up what comes behind it on a slow link. */
const maxOutputBlocks = 64

/** One program of another machine, through a shell of its own in the connection that is there. */
export class FarLaunch implements Disposable {
  readonly #session: FarSession
  readonly #machine: string

  private constructor(session: FarSession, machine: string) {
    this.#session = session
    this.#machine = machine
  }

  static open(link: SessionLink | null, machine: string, pace?: WatchPace): Result<FarLaunch, AppError> {
    const opened = FarSession.open(link, machine, farLaunchScript(pace))
    return opened.ok ? ok(new FarLaunch(opened.value, machine)) : opened
  }

  dispose(): void {
    this.#session.dispose()
  }

  /** Where it would run, when nothing speaks against starting it. */
  async check({ folder, command, variables }: FarProgram): Promise<Result<FarPlace, AppError>> {
    const fault = faultOf(folder, command, variables)
    if (fault !== null) return err(fault)
    const ownPath = variables.findLast(([name]) => name === 'PATH')?.[1] ?? ''
    const asked = await this.#ask('check', [folder, command, ownPath])
    if (!asked.ok) return asked
    const said = (part: string): readonly string[] => linesOf(asked.value, part)
    if (!said('folder').includes('there')) return err(this.#refused('no-folder', folder))
    if (!said('folder').includes('enter')) return err(this.#refused('closed-folder', folder))
    const [missing] = said('needs')
    if (missing !== undefined) return err(this.#refused('needs', missing))
    const [entered = folder, program = command] = said('place')
    if (said('program').includes('runs')) return ok({ folder: entered, program })
    if (said('program').includes('there')) return err(this.#refused('not-executable', command))
    if (command.includes('/')) return err(this.#refused('no-program', command))
    return err(this.#refused('not-found', command, said('path')[0] ?? null))
  }

  /** For its port and its output; only the user who is logged in can look into it. */
  async makeFolder(): Promise<Result<string, AppError>> {
    const asked = await this.#ask('make', [])
    if (!asked.ok) return asked
    const [folder = '', listing = ''] = linesOf(asked.value, 'made')
    const isPrivate = /^\/tmp\/pipescope-run-[A-Za-z0-9]{8}$/.test(folder) && /^drwx------[.+]? /.test(listing)
    return isPrivate ? ok(folder) : err(this.#refused('no-room', '/tmp'))
  }

  /** Its process ID, which is also that of its session. */
  async start({ folder, command, args, variables }: FarProgram): Promise<Result<number, AppError>> {
    const changes = variables.flatMap(([name, value]) => (value === null ? ['unset', name, ''] : ['set', name, value]))
    const asked = await this.#ask('start', [folder, command, variables.length, ...changes, ...args])
    if (!asked.ok) return asked
    const [said = ''] = linesOf(asked.value, 'started')
    if (said === 'full') return err(this.#refused('no-room', '/tmp'))
    const pid = Number(/^\d{1,10}$/.exec(said)?.[0])
    return pid > 1 ? ok(pid) : err(malformed('process ID'))
  }

  /** One that an earlier connection has started: it is looked after from here on. */
  async adopt(folder: string): Promise<Result<FarAdoption, AppError>> {
    const asked = await this.#ask('adopt', [folder])
    if (!asked.ok) return asked
    const lines = linesOf(asked.value, 'adopted')
    const state = lines.includes('found') ? 'found' : lines.includes('gone') ? 'gone' : 'other'
    const pid = Number(/^pid (\d{1,10})$/m.exec(lines.join('\n'))?.[1] ?? NaN)
    return ok({ state, pid: pid > 1 ? pid : null, hasWaited: lines.includes('waited') })
  }

  async state(pids: readonly number[]): Promise<Result<FarProgramState, AppError>> {
    const asked = await this.#ask('state', pids)
    if (!asked.ok) return asked
    const [first = '', group] = linesOf(asked.value, 'state')
    const exit = /^exit (\d{1,3}|unknown)$/.exec(first)?.[1]
    if (exit === undefined && first !== 'runs') return err(malformed('state of a program'))
    const sizes = { stdout: noOutput, stderr: noOutput }
    for (const line of linesOf(asked.value, 'sizes')) {
      const [, name, size, emptied] = /^(stdout|stderr) (\d{1,15}) (\d{1,15})$/.exec(line) ?? []
      if (name === 'stdout' || name === 'stderr')
        sizes[name] = { sizeBytes: Number(size), emptiedBytes: Number(emptied) }
    }
    const isWaiting = new Map<number, boolean>()
    for (const line of linesOf(asked.value, 'runtimes')) {
      const [, pid, word] = /^(\d{1,10}) (waits|runs)$/.exec(line) ?? []
      if (pid !== undefined) isWaiting.set(Number(pid), word === 'waits')
    }
    const isOver = exit !== undefined && group !== 'group'
    return ok({ exitCode: exit === undefined || exit === 'unknown' ? null : Number(exit), isOver, sizes, isWaiting })
  }

  /** From that position, up to `maxBytes` or to the end of what is there. */
  async output(name: OutputName, at: number, maxBytes: number): Promise<Result<Buffer, AppError>> {
    const block = Math.floor(at / farOutputBlockBytes)
    const skipped = at - block * farOutputBlockBytes
    const count = Math.min(maxOutputBlocks, Math.ceil((skipped + maxBytes) / farOutputBlockBytes))
    const asked = await this.#ask('output', [name, block, count])
    if (!asked.ok) return asked
    const bytes = asked.value.parts.get('bytes') ?? Buffer.alloc(0)
    return ok(bytes.subarray(skipped, Math.min(count * farOutputBlockBytes, skipped + maxBytes)))
  }

  async trim(name: OutputName): Promise<Result<null, AppError>> {
    return this.#do('trim', [name])
  }

  async signal(name: 'TERM' | 'KILL'): Promise<Result<null, AppError>> {
    return this.#do('signal', [name])
  }

  async removeFolder(): Promise<Result<null, AppError>> {
    return this.#do('remove', [])
  }

  forwardingForbidden(path: string): AppError {
    return this.#refused('forwarding-forbidden', path)
  }

  #refused(reason: FarLaunchReason, path: string, searched: string | null = null): AppError {
    return { kind: 'not-launched-there', machine: this.#machine, reason, path, searched }
  }

  async #do(request: FarLaunchRequest, words: readonly string[]): Promise<Result<null, AppError>> {
    const asked = await this.#ask(request, words)
    return asked.ok ? ok(null) : asked
  }

  #ask(request: FarLaunchRequest, words: readonly (string | number)[]): Promise<Result<FarReply, AppError>> {
    return this.#session.ask(request, words, { timeoutMs: answerMs, ifBroken })
  }
}

function faultOf(folder: string, command: string, variables: FarVariables): AppError | null {
  if (command.startsWith('-')) return { kind: 'invalid-request', what: 'program', detail: command }
  if (!/^(?:\/|~(?:\/|$))/.test(folder))
    return { kind: 'invalid-request', what: 'folder', detail: 'enter the full path, starting with / or ~' }
  // A shell sets them, and knows no others.
  const odd = variables.find(([name]) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
  return odd === undefined ? null : { kind: 'invalid-request', what: 'variable name', detail: odd[0] }
}

function malformed(what: string): AppError {
  return { kind: 'malformed', what, offset: 0, expected: 'what the shell there was asked for', found: 'something else' }
}
