import type { Disposable } from '../../../shared/base/disposable.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import type { WatchStatus } from '../../workers/watch/watch-protocol.ts'
import type { SessionRegistry } from '../session-registry.ts'
import { namesOnly } from './collect.ts'

/** Precompiled code is told by no event when it is first used: what is missing comes with the next look. */
const wantedShare = 0.98
/** Each costs the target 10 to 400 ms of one thread (measured), so they are rare. */
const betweenLooksMs = 5000

/**
 * Names for stacks that are shown while they are recorded: short, empty sessions beside the recording whose only content is what
 * the runtime writes when they stop. They leave no trace in the recording but one event about each.
 */
export class NameSessions implements Disposable {
  readonly #registry: SessionRegistry
  readonly #endpoint: Endpoint
  readonly #runtimeVersion: string | null
  readonly #onBytes: (index: number, bytes: ArrayBuffer | null) => void
  #lookCount = 0
  #nextLookMs: number
  #isLooking = false
  #isOver = false

  constructor(
    registry: SessionRegistry,
    target: { readonly endpoint: Endpoint; readonly runtimeVersion: string | null },
    onBytes: (index: number, bytes: ArrayBuffer | null) => void,
    firstLookAfterMs: number,
  ) {
    this.#registry = registry
    this.#endpoint = target.endpoint
    this.#runtimeVersion = target.runtimeVersion
    this.#onBytes = onBytes
    this.#nextLookMs = performance.now() + firstLookAfterMs
  }

  /** Looks again when too many frames of the picture have no name. */
  note(status: WatchStatus): void {
    const isNeeded = status.top !== null && (status.knownShare ?? 0) < wantedShare
    if (!isNeeded || this.#isLooking || this.#isOver) return
    if (performance.now() < this.#nextLookMs) return
    void this.#look()
  }

  dispose(): void {
    this.#isOver = true
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    const index = this.#lookCount++
    const opened = await this.#registry.open(
      this.#endpoint,
      namesOnly,
      {
        onChunk: (bytes) => this.#onBytes(index, bytes),
        onEnd: () => this.#onBytes(index, null),
      },
      { runtimeVersion: this.#runtimeVersion },
    )
    // Without it the picture shows addresses, which is no reason to disturb the recording.
    if (opened.ok) await opened.value.stop()
    this.#nextLookMs = performance.now() + betweenLooksMs
    this.#isLooking = false
  }
}
