import type { Disposable } from '../../../../shared/base/disposable.ts'
import type { Pid, ProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessProblem, ProcessState, RuntimeFlavour } from '../../../../shared/model/process.ts'
import type { OperatingSystem, OsProcessDetails } from '../../../os/operating-system.ts'
import type { Endpoint } from '../../../transport/endpoint.ts'
import { recogniseFlavour } from '../flavour.ts'
import type { Inspection } from '../inspection.ts'
import type { Ancestry } from '../parents.ts'
import { notSuspended } from '../suspension.ts'

/** A socket file exists a moment before its runtime listens: asked again this often and this many times. */
const staleRetryMs = 100
const staleRetries = 20
/** Names and arguments can be incomplete while a runtime starts; asked again gently, then never. */
const incompleteRetriesMs = [1000, 3000, 10_000] as const
/** A silent endpoint may come back (debugger, dump, another tool's rundown). */
const silentRetriesMs = [10_000, 30_000, 60_000] as const

export const nothingKnown: OsProcessDetails = {
  userId: null,
  userName: null,
  isSameUser: false,
  commandLine: null,
  arguments: null,
  commandLineBytes: null,
  executable: null,
  workingFolder: null,
  container: null,
}

/** One process of the list while it is followed: facts, and what is planned for it. */
export class TargetEntry implements Disposable {
  readonly key: ProcessKey
  readonly pid: Pid
  readonly firstSeenMs: number
  endpoint: Endpoint | null
  facts: Omit<Inspection, 'isStale'> = {
    state: 'asking',
    problem: null,
    os: null,
    details: nothingKnown,
    info: null,
    suspension: notSuspended,
    identity: null,
    asked: 0,
    answered: 0,
  }
  flavour: RuntimeFlavour = 'unknown'
  osVersion: string | null = null
  ancestry: Ancestry | null = null
  exitedAtMs: number | null = null
  /** When its socket went while it lived; it may just have been ending. */
  socketLostAtMs: number | null = null
  isAsking = false
  notedAs: string | null = null
  /** Counts inspections: only the newest may write. */
  turn = 0
  #staleCount = 0
  #incompleteCount = 0
  #silentCount = 0
  #timer: NodeJS.Timeout | null = null
  #question: AbortController | null = null

  constructor(key: ProcessKey, pid: Pid, endpoint: Endpoint | null, nowMs: number) {
    this.key = key
    this.pid = pid
    this.endpoint = endpoint
    this.firstSeenMs = nowMs
  }

  /** What the operating system shows at once, so that a row says something before its runtime has answered. */
  look(os: OperatingSystem): void {
    const running = os.process(this.pid)
    this.facts = { ...this.facts, os: running, details: os.details(this.pid) }
  }

  /** Only what tells it from others; an inspection that follows reads the rest. */
  glance(os: OperatingSystem): void {
    this.facts = { ...this.facts, os: os.process(this.pid) }
  }

  setState(state: ProcessState, problem: ProcessProblem | null): void {
    this.facts = { ...this.facts, state, problem }
  }

  /** Takes what an inspection brought. Returns after how many milliseconds to look again, or null. */
  take(inspection: Inspection): number | null {
    const { isStale, ...facts } = inspection
    if (isStale && this.#staleCount++ < staleRetries) return staleRetryMs
    // What was learned once stays true: a later look that got no answer takes nothing away.
    const { info, os, identity } = this.facts
    this.facts = { ...facts, info: facts.info ?? info, os: facts.os ?? os, identity: facts.identity ?? identity }
    if (facts.state === 'silent')
      return silentRetriesMs[Math.min(this.#silentCount++, silentRetriesMs.length - 1)] ?? null
    this.#silentCount = 0
    if (facts.state === 'ready' && this.#isIncomplete()) return incompleteRetriesMs[this.#incompleteCount++] ?? null
    return null
  }

  needsFlavour(): boolean {
    return this.flavour === 'unknown' && this.usableEndpoint !== null && this.facts.state !== 'no-permission'
  }

  /** True if anything was learned. */
  async recognise(os: OperatingSystem): Promise<boolean> {
    const { endpoint } = this
    if (endpoint === null) return false
    const { flavour, version } = await recogniseFlavour(os, endpoint)
    if (this.endpoint !== endpoint) return false
    // While it waits at its start a program with the runtime inside looks like NativeAOT: its debugger pipes come later.
    if (this.facts.state === 'suspended' && flavour === 'nativeaot') return false
    this.flavour = flavour
    this.osVersion = version
    return true
  }

  /** Null as well when another process answers there in its place. */
  get usableEndpoint(): Endpoint | null {
    return this.facts.problem?.kind === 'impostor' ? null : this.endpoint
  }

  /** One plan at a time; a new one replaces the old. */
  later(ms: number, action: () => void): void {
    this.cancelLater()
    this.#timer = setTimeout(action, ms)
  }

  cancelLater(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** The signal of a question that ends with this entry, or with the next question. */
  newQuestion(): AbortSignal {
    this.#question?.abort()
    // One for each entry: listeners of a signal are kept in a list that is searched for each new one.
    this.#question = new AbortController()
    return this.#question.signal
  }

  dispose(): void {
    this.cancelLater()
    this.#question?.abort()
  }

  #isIncomplete(): boolean {
    const { info, details } = this.facts
    if (info === null) return false
    const lacksArguments = (details.arguments?.length ?? 0) > 1 && !/\s/.test(info.commandLine ?? '')
    return info.entryAssembly === null || info.commandLine === null || lacksArguments
  }
}
