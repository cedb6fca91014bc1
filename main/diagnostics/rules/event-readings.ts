import type { Disposable } from '../../../shared/base/disposable.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'
import type { CollectRequest, ProviderRequest } from '../../protocol/collect-request.ts'
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
/** A session that could not be opened is tried again, but not for ever. */
const retryMs = 15_000
const mostTries = 5

/** Events of one process for all rules that ask for some: one session, without stacks and names. */
export class EventReadings implements Disposable {
  readonly #options: EventReadingsOptions
  #session: Session | null = null
  #stream: number | null = null
  #timer: NodeJS.Timeout | null = null
  #tries = 0
  #isDisposed = false

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

  async #open(): Promise<void> {
    const { registry, host, endpoint, runtimeVersion, conditions, onHits, onProblem } = this.#options
    // .NET Core 3 bears no sessions that come and go beside others (docs/decisions/0111).
    if (runtimeVersion !== null && !isAtLeast(runtimeVersion, '5.0')) return onProblem('events-unsupported')
    const stream = host.begin(conditions, onHits)
    this.#stream = stream
    const opened = await registry.open(
      endpoint,
      eventRequest(conditions),
      {
        onChunk: (bytes) => host.push(stream, bytes),
        onEnd: ({ reason }) => {
          this.#session = null
          this.#endStream()
          if (reason !== 'target-ended') this.#retry('connection-lost')
        },
      },
      { runtimeVersion },
    )
    if (!opened.ok) {
      this.#endStream()
      return this.#retry(opened.error.kind)
    }
    this.#session = opened.value
    if (this.#isDisposed) void opened.value.stop()
    else onProblem(null)
  }

  #retry(problem: string): void {
    if (this.#isDisposed) return
    this.#options.onProblem(problem)
    this.#tries += 1
    if (this.#tries < mostTries) this.#timer = setTimeout(() => void this.#open(), retryMs)
  }

  #endStream(): void {
    if (this.#stream !== null) this.#options.host.end(this.#stream)
    this.#stream = null
  }
}

/** What has to be collected for these conditions, and nothing else. */
export function eventRequest(conditions: readonly EventCondition[]): CollectRequest {
  const providers = new Map<string, ProviderRequest>()
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
    if (condition.kind === 'exception') add(runtimeProvider, exceptionKeyword, errorLevel)
    if (condition.kind === 'event') add(condition.provider, BigInt(condition.keywords), condition.level)
  }
  return { bufferMB, providers: [...providers.values()], rundown: 'none', stacks: false }
}
