import type { Disposable } from '../../../shared/base/disposable.ts'
import {
  machineHops,
  type Machine,
  type MachineFault,
  type MachineHop,
  type MachineHopResult,
  type MachineState,
} from '../../../shared/model/machine.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { AnswerQuestion } from '../../machines/askpass.ts'
import { LinkPace } from '../../machines/link-pace.ts'
import { RemoteDiscovery } from '../../machines/remote-discovery.ts'
import { RemoteSystem } from '../../machines/remote-system.ts'
import type { SshHost } from '../../machines/ssh-host.ts'
import { SshLink } from '../../machines/ssh-link.ts'
import { ProcessDirectory } from '../processes/directory/directory.ts'
import type { SessionRegistry } from '../session-registry.ts'
import type { AllProcesses } from './all-processes.ts'

export interface RemoteMachineOptions {
  readonly id: string
  readonly host: SshHost
  readonly source: Machine['source']
  readonly processes: AllProcesses
  readonly registry: Pick<SessionRegistry, 'hasLeftover' | 'heal'>
  readonly answer: (machine: string) => AnswerQuestion
  readonly onChange: () => void
  /** Values can come at another interval than before. */
  readonly onPace: () => void
  readonly extraArguments?: readonly string[]
}

/** Answers over a link take their time; ProcessInfo itself is as quick as here. */
const answerTimeoutMs = 10_000
const measureEveryMs = 2000
const paceEveryMs = 1000
/** With half of a round trip on top, what comes and goes is shown within a second. */
const roundMs = 750

/** One machine of the Connections page: its connection, and the processes that come through it. */
export class RemoteMachine {
  readonly #options: RemoteMachineOptions
  readonly #hops = new Map<MachineHop, MachineHopResult>()
  source: Machine['source']
  #state: MachineState = 'disconnected'
  #fault: MachineFault | null = null
  #attempt: AbortController | null = null
  #link: SshLink | null = null
  #system: RemoteSystem | null = null
  #discovery: RemoteDiscovery | null = null
  #rows: Disposable | null = null
  #measuring: NodeJS.Timeout | null = null
  /** Kept over a reconnect: it is most likely the same way. */
  readonly #pace = new LinkPace()
  #pacing: NodeJS.Timeout | null = null
  #connectedAtMs: number | null = null
  #processCount: number | null = null
  #bytesPerSecond: number | null = null
  #hopStartMs = 0

  constructor(options: RemoteMachineOptions) {
    this.#options = options
    this.source = options.source
  }

  get name(): string {
    return this.#options.host.destination
  }

  /** Null: not connected. */
  get link(): SshLink | null {
    return this.#link
  }

  /** The shortest interval at which values come through its link. */
  get carriedIntervalMs(): number {
    return this.#pace.carriedMs
  }

  /** Null: it was never connected. */
  get discovery(): RemoteDiscovery | null {
    return this.#discovery
  }

  get isIdle(): boolean {
    return this.#state === 'disconnected' || this.#state === 'failed'
  }

  state(): Machine {
    const isUp = this.#state === 'connected'
    return {
      id: this.#options.id,
      name: this.name,
      source: this.source,
      state: this.#state,
      hops: machineHops.map((hop) => this.#hops.get(hop) ?? { hop, state: 'not-tested', tookMs: null, detail: null }),
      fault: this.#fault,
      roundTripMs: isUp ? (this.#link?.lastRoundTripMs ?? null) : null,
      receivedBytesPerSecond: isUp ? this.#bytesPerSecond : null,
      processCount: isUp ? this.#processCount : null,
      connectedAtMs: isUp ? this.#connectedAtMs : null,
      userId: this.#system?.userId ?? null,
      hostName: this.#system?.hostName ?? null,
    }
  }

  connect(): void {
    if (this.#state === 'connecting' || this.#state === 'connected') return
    this.#hops.clear()
    this.#fault = null
    this.#begin('client')
    this.#set('connecting')
    const attempt = new AbortController()
    this.#attempt = attempt
    void this.#open(attempt.signal)
  }

  /** Takes its rows off the list. */
  async disconnect(): Promise<void> {
    this.#attempt?.abort()
    const link = this.#link
    this.#drop()
    this.#options.processes.remove(this.#options.id)
    this.#discovery = null
    this.#system = null
    this.#fault = null
    this.#hops.clear()
    this.#set('disconnected')
    if (link !== null) {
      link.dispose()
      await link.whenGone()
    }
  }

  async #open(signal: AbortSignal): Promise<void> {
    const { host, answer, extraArguments } = this.#options
    const opened = await SshLink.open(
      {
        host,
        answer: answer(this.name),
        ...(extraArguments === undefined ? {} : { extraArguments }),
        onProgress: (hop, detail) => this.#reach(hop, detail),
        onKeyForbids: () => this.#refuse('forwarding-forbidden-for-key'),
        onEnded: (fault) => this.#lose(fault),
      },
      signal,
    )
    if (signal.aborted) {
      if (opened.ok) opened.value.link.dispose()
      return
    }
    if (!opened.ok) return this.#fail(opened.error)
    const { link, hello } = opened.value
    this.#link = link
    this.#connectedAtMs = Date.now()
    const system = new RemoteSystem(hello, Date.now())
    this.#reach('shell', system.userId === null ? null : `user ${system.userId}`)
    this.#reach('proc', system.hostName)
    // Nothing is forwarded before there is a process that may be opened.
    this.#hops.delete('forwarding')
    this.#begin('processes')
    if (link.mayKeyForward === false) this.#refuse('forwarding-forbidden-for-key')
    this.#set('connected')
    this.#measure(link)
    this.#watchPace(link)
    this.#show(link, system)
  }

  /** The rows of before stay when it is the same account of a machine that was not started again. */
  #show(link: SshLink, system: RemoteSystem): void {
    const { processes, id } = this.#options
    const known = processes.of(id)
    if (known !== null && this.#discovery !== null && this.#system?.userId === system.userId) {
      this.#discovery.useLink(link)
      void known.refresh().then(() => known.setLink(true))
      return
    }
    this.#system = system
    this.#discovery = new RemoteDiscovery(link, {
      machine: { id, name: this.name },
      system,
      onProcesses: (count) => this.#counted(count),
      onForward: (isMade) => (isMade ? this.#forwarded() : this.#refuse('forwarding-forbidden')),
    })
    const directory = new ProcessDirectory({
      storageFolder: null,
      os: system,
      discovery: this.#discovery,
      machine: { id, name: this.name },
      ownPid: -1,
      answerTimeoutMs,
      roundMs,
    })
    this.#rows?.dispose()
    this.#rows = directory.subscribe((message) => {
      if (message.kind === 'changes') this.#healLeftovers(message.upserted)
    })
    processes.add(id, directory)
  }

  /** After a reconnect, and for what an earlier run left there: one new session frees them. */
  #healLeftovers(rows: readonly ProcessRow[]): void {
    const { registry, processes } = this.#options
    for (const row of rows) {
      const endpoint = row.state === 'ready' || row.state === 'limited' ? processes.endpointOf(row.key) : null
      if (endpoint !== null && registry.hasLeftover(endpoint)) void registry.heal(endpoint, row.runtimeVersion)
    }
  }

  #counted(count: number): void {
    const isFirst = this.#processCount === null
    if (!isFirst && count === this.#processCount) return
    this.#processCount = count
    this.#reach('processes', count === 1 ? '1 .NET process' : `${count} .NET processes`)
  }

  #measure(link: SshLink): void {
    let bytes = link.totalReceivedBytes
    let atMs = performance.now()
    this.#measuring = setInterval(() => {
      const nowMs = performance.now()
      this.#bytesPerSecond = ((link.totalReceivedBytes - bytes) / (nowMs - atMs)) * 1000
      bytes = link.totalReceivedBytes
      atMs = nowMs
      this.#options.onChange()
    }, measureEveryMs)
  }

  #watchPace(link: SshLink): void {
    this.#pacing = setInterval(() => {
      if (this.#pace.look(link.answerMs, performance.now())) this.#options.onPace()
    }, paceEveryMs)
  }

  #lose(fault: MachineFault | null): void {
    this.#drop()
    if (fault === null) return
    this.#fault = fault
    this.#set('lost')
    this.#options.processes.of(this.#options.id)?.setLink(false)
  }

  #fail(fault: MachineFault): void {
    this.#fault = fault
    this.#hops.set(fault.hop, { hop: fault.hop, state: 'failed', tookMs: this.#tookMs(), detail: null })
    for (const [hop, result] of this.#hops)
      if (result.state === 'running') this.#hops.set(hop, { ...result, state: 'not-tested' })
    // Rows of before stay as they are: nothing new is known about them.
    this.#set(this.#options.processes.of(this.#options.id) === null ? 'failed' : 'lost')
  }

  #drop(): void {
    if (this.#measuring !== null) clearInterval(this.#measuring)
    this.#measuring = null
    if (this.#pacing !== null) clearInterval(this.#pacing)
    this.#pacing = null
    this.#bytesPerSecond = null
    this.#processCount = null
    this.#discovery?.useLink(null)
    this.#link = null
  }

  #refuse(kind: 'forwarding-forbidden' | 'forwarding-forbidden-for-key'): void {
    if (this.#hops.get('forwarding')?.state === 'passed') return
    this.#fault = { hop: 'forwarding', kind, said: null }
    this.#hops.set('forwarding', { hop: 'forwarding', state: 'failed', tookMs: null, detail: null })
    this.#options.onChange()
  }

  /** How long it took is not known: it was tried when a process came. */
  #forwarded(): void {
    if (this.#hops.get('forwarding')?.state === 'passed') return
    this.#hops.set('forwarding', { hop: 'forwarding', state: 'passed', tookMs: null, detail: null })
    if (this.#fault?.hop === 'forwarding') this.#fault = null
    this.#options.onChange()
  }

  /** A hop is reached, and so are those before it. */
  #reach(hop: MachineHop, detail: string | null): void {
    const tookMs = this.#tookMs()
    const upTo = machineHops.indexOf(hop)
    if (upTo < machineHops.indexOf('forwarding'))
      for (const before of machineHops.slice(0, upTo))
        if (this.#hops.get(before)?.state !== 'passed')
          this.#hops.set(before, { hop: before, state: 'passed', tookMs: null, detail: null })
    this.#hops.set(hop, { hop, state: 'passed', tookMs, detail })
    const next = machineHops[upTo + 1]
    if (this.#state === 'connecting' && next !== undefined) this.#begin(next)
    this.#options.onChange()
  }

  #begin(hop: MachineHop): void {
    this.#hopStartMs = performance.now()
    this.#hops.set(hop, { hop, state: 'running', tookMs: null, detail: null })
  }

  #tookMs(): number {
    return Math.round(performance.now() - this.#hopStartMs)
  }

  #set(state: MachineState): void {
    this.#state = state
    this.#options.onChange()
  }
}
