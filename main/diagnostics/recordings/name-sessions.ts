import type { Disposable } from '../../../shared/base/disposable.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import type { WatchStatus } from '../../workers/watch/watch-protocol.ts'
import type { SessionRegistry } from '../session-registry.ts'
import { namesOnly } from './collect.ts'

/** Precompiled code is told by no event when it is first used: what is missing comes with the next look. */
const wantedShare = 0.98
/** A process that takes this long to write its symbols is not asked a second time. */
const longestLookMs = 1000
/** Each costs the target 10 to 400 ms of one thread (measured), so they are rare. */
const betweenLooksMs = 5000

export interface NameListener {
  /** The buffer may be transferred. */
  onBytes(index: number, bytes: ArrayBuffer): void
  /** `isWhole`: read to its end. */
  onEnd(index: number, isWhole: boolean): void
}

/**
 * Names for stacks that are shown while they are recorded: short, empty sessions beside the recording whose only content is what
 * the runtime writes when they stop. They leave no trace in the recording but one event about each.
 */
export class NameSessions implements Disposable {
  readonly #registry: SessionRegistry
  readonly #endpoint: Endpoint
  readonly #runtimeVersion: string | null
  readonly #listener: NameListener
  readonly #mayLook: () => boolean
  #lookCount = 0
  #nextLookMs: number
  #isLooking = false
  #isOver = false

  constructor(
    registry: SessionRegistry,
    target: { readonly endpoint: Endpoint; readonly runtimeVersion: string | null },
    listener: NameListener,
    { firstLookAfterMs, mayLook }: { readonly firstLookAfterMs: number; readonly mayLook: () => boolean },
  ) {
    this.#registry = registry
    this.#endpoint = target.endpoint
    this.#runtimeVersion = target.runtimeVersion
    this.#listener = listener
    this.#mayLook = mayLook
    this.#nextLookMs = performance.now() + firstLookAfterMs
  }

  /** Looks again when too many frames of the picture have no name. */
  note(status: WatchStatus): void {
    const isNeeded = status.top !== null && (status.knownShare ?? 0) < wantedShare
    if (!isNeeded || this.#isLooking || this.#isOver) return
    if (performance.now() < this.#nextLookMs || !this.#mayLook()) return
    void this.#look()
  }

  dispose(): void {
    this.#isOver = true
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    const index = this.#lookCount++
    const startMs = performance.now()
    const opened = await this.#registry.open(
      this.#endpoint,
      namesOnly,
      {
        onChunk: (bytes) => this.#listener.onBytes(index, bytes),
        onEnd: ({ reason }) => this.#listener.onEnd(index, reason === 'stopped'),
      },
      { runtimeVersion: this.#runtimeVersion },
    )
    // Without it the picture shows addresses, which is no reason to disturb the recording.
    if (opened.ok) await opened.value.stop()
    const endMs = performance.now()
    if (endMs - startMs > longestLookMs) this.#isOver = true
    this.#nextLookMs = endMs + betweenLooksMs
    this.#isLooking = false
  }
}
