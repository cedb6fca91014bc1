import type { Disposable } from '../../../shared/base/disposable.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'
import type { CollectRequest, ProviderRequest } from '../../protocol/collect-request.ts'
import { runtimeEventIds } from '../../events/runtime-events.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import type { RulesHost } from '../../workers/rules/rules-host.ts'
import type { EventCondition, Hit } from '../../workers/rules/rules-protocol.ts'
import type { Session } from '../session-model.ts'
import type { SessionRegistry } from '../session-registry.ts'

export interface EventReadingsOptions {
  readonly registry: Pick<SessionRegistry, 'open'>
  readonly host: RulesHost
  readonly endpoint: Endpoint
  readonly runtimeVersion: string | null
  readonly conditions: readonly EventCondition[]
  readonly onHits: (hits: readonly Hit[]) => void
  readonly onProblem: (problem: string | null) => void
}

/** An upper bound of undelivered events in the target. */
const bufferMB = 16
const exceptionKeyword = 0x8000n
const errorLevel = 2
const gcKeyword = 0x1n
const informational = 4
const formattedMessageKeyword = 0x4n
/** Trace and Debug are Verbose, Information is Informational and so on; Trace needs "log always", which lets everything pass. */
const eventLevelOfLog = { trace: 5, debug: 5, information: 4, warning: 3, error: 2, critical: 1 } as const
const filterLevelOfLog = {
  trace: 'Trace',
  debug: 'Debug',
  information: 'Information',
  warning: 'Warning',
  error: 'Error',
  critical: 'Critical',
} as const
/** What a pause is made of. */
const { gcStart, gcEnd, restartEnd, suspendBegin } = runtimeEventIds
const pauseEventIds = [gcStart, gcEnd, restartEnd, suspendBegin]
/** A session that could not be opened, or was lost, is tried again; doubled with each try in a row, up to the longest. */
const retryMs = 15_000
const longestRetryMs = 600_000

const nothing = (): void => undefined

/** Readings whose last ones come a while after the process has ended. */
export interface LateReadings extends Disposable {
  /** Everything that the process had sent was looked through, or nothing more comes of it. */
  whenRead(): Promise<void>
}

/** Events of one process for all rules that ask for some: one session, without stacks and names. */
export class EventReadings implements LateReadings {
  readonly #options: EventReadingsOptions
  #session: Session | null = null
  #stream: number | null = null
  #timer: NodeJS.Timeout | null = null
  #tries = 0
  #isDisposed = false
  /** Of the newest stream. */
  #whenRead: Promise<void> = Promise.resolve()

  constructor(options: EventReadingsOptions) {
    this.#options = options
    void this.#open()
  }

  dispose(): void {
    this.#isDisposed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#endStream()
    void this.#session?.stop()
  }

  whenRead(): Promise<void> {
    return this.#whenRead
  }

  async #open(): Promise<void> {
    const { registry, host, endpoint, runtimeVersion, conditions, onHits, onProblem } = this.#options
    // .NET Core 3 bears no sessions that come and go beside others (docs/decisions/0111).
    if (runtimeVersion !== null && !isAtLeast(runtimeVersion, '5.0')) return onProblem('events-unsupported')
    let noteRead = nothing
    this.#whenRead = new Promise((resolve) => (noteRead = resolve))
    const stream = host.begin(conditions, {
      onHits: (hits) => {
        // What the stream held last comes when it has ended.
        if (this.#isDisposed) return
        this.#tries = 0
        onHits(hits)
      },
      onRead: noteRead,
      onLost: () => {
        noteRead()
        this.#stream = null
        void this.#session?.stop()
        this.#session = null
        this.#retry('internal')
      },
    })
    this.#stream = stream
    const opened = await registry.open(
      endpoint,
      eventRequest(conditions, runtimeVersion),
      {
        onChunk: (bytes) => host.push(stream, bytes),
        onEnd: ({ reason }) => {
          // A session that was given up is not the one that runs.
          if (this.#stream !== stream) return
          this.#session = null
          this.#endStream()
          if (reason !== 'target-ended') this.#retry('connection-lost')
        },
      },
      { runtimeVersion },
    )
    // Disposed, or lost with the thread that looks, while it was being opened.
    if (this.#stream !== stream) return void (opened.ok && opened.value.stop())
    if (!opened.ok) {
      this.#endStream()
      return this.#retry(opened.error.kind)
    }
    this.#session = opened.value
    onProblem(null)
  }

  #retry(problem: string): void {
    if (this.#isDisposed) return
    this.#options.onProblem(problem)
    const afterMs = Math.min(longestRetryMs, retryMs * 2 ** this.#tries)
    this.#tries += 1
    this.#timer = setTimeout(() => void this.#open(), afterMs)
  }

  #endStream(): void {
    if (this.#stream !== null) this.#options.host.end(this.#stream)
    this.#stream = null
  }
}

/** What has to be collected for these conditions, and nothing else. */
export function eventRequest(conditions: readonly EventCondition[], runtimeVersion: string | null): CollectRequest {
  const providers = new Map<string, ProviderRequest>()
  /** Of the runtime's events; null: more than these are asked for. */
  let runtimeIds: ReadonlySet<number> | null = new Set()
  const add = (name: string, keywords: bigint, level: number, text: string | null = null): void => {
    const known = providers.get(name.toLowerCase())
    providers.set(name.toLowerCase(), {
      name: known?.name ?? name,
      keywords: (known?.keywords ?? 0n) | keywords,
      level: Math.max(known?.level ?? 0, level),
      arguments: text ?? known?.arguments ?? null,
    })
  }
  const logs = conditions.flatMap(({ condition }) => (condition.kind === 'log' ? [condition.level] : []))
  const order = Object.keys(eventLevelOfLog)
  const [least] = logs.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  if (least !== undefined) {
    const specs = `FilterSpecs=*:${filterLevelOfLog[least]}`
    add('Microsoft-Extensions-Logging', formattedMessageKeyword, eventLevelOfLog[least], specs)
  }
  for (const { condition } of conditions) {
    if (condition.kind === 'exception') {
      add(runtimeProvider, exceptionKeyword, errorLevel)
      runtimeIds = union(runtimeIds, [runtimeEventIds.exceptionThrown])
    }
    if (condition.kind === 'gc-pause') {
      add(runtimeProvider, gcKeyword, informational)
      runtimeIds = union(runtimeIds, pauseEventIds)
    }
    if (condition.kind !== 'event') continue
    add(condition.provider, BigInt(condition.keywords), condition.level)
    if (condition.provider.toLowerCase() === runtimeProvider.toLowerCase()) runtimeIds = null
  }
  const runtime = providers.get(runtimeProvider.toLowerCase())
  // Event filters need CollectTracing5; older runtimes send the few more events of a GC that the keyword has.
  const canFilter = runtimeVersion !== null && isAtLeast(runtimeVersion, '10.0')
  if (runtime !== undefined && runtimeIds !== null && canFilter)
    providers.set(runtimeProvider.toLowerCase(), {
      ...runtime,
      eventFilter: { mode: 'allow', ids: [...runtimeIds] },
    })
  return { bufferMB, providers: [...providers.values()], rundown: 'none', stacks: false }
}

function union(ids: ReadonlySet<number> | null, more: readonly number[]): ReadonlySet<number> | null {
  return ids === null ? null : new Set([...ids, ...more])
}
