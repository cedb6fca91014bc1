import type { Disposable } from '../../../../shared/base/disposable.ts'
import type { Endpoint } from '../../../transport/endpoint.ts'
import type { WatchStatus } from '../../../workers/watch/watch-protocol.ts'
import type { SessionEnd } from '../../session-model.ts'
import type { SessionRegistry } from '../../session-registry.ts'
import { namesOnly } from '../collect.ts'

/** Precompiled code is told by no event when it is first used: what is missing comes with the next look. */
const wantedShare = 0.98
/** A process that takes this long to write its symbols is not asked a second time. */
export const longestLookMs = 1000
/** Each costs the target 10 to 400 ms of one thread (measured), so they are rare. */
export const betweenLooksMs = 5000

/** Of a recording that nobody looks at, for the case that its process is killed: most code is compiled early on. */
const unseenLooksMs = [1000, 30_000, 120_000, 600_000] as const
const laterLooksMs = 1_800_000

interface NameTarget {
  readonly endpoint: Endpoint
  readonly runtimeVersion: string | null
}

/** One session with nothing but symbols, stopped at once and read to its end. Resolves with how many milliseconds that took. */
export async function lookForNames(
  registry: SessionRegistry,
  { endpoint, runtimeVersion }: NameTarget,
  listener: { onBytes(bytes: ArrayBuffer): void; onEnd(isWhole: boolean): void },
): Promise<number> {
  const startMs = performance.now()
  const hooks = {
    onChunk: (bytes: ArrayBuffer) => listener.onBytes(bytes),
    onEnd: ({ reason }: SessionEnd) => listener.onEnd(reason === 'stopped'),
  }
  const opened = await registry.open(endpoint, namesOnly, hooks, { runtimeVersion })
  // Without it there are addresses, which is no reason to disturb the process further.
  if (opened.ok) await opened.value.stop()
  return performance.now() - startMs
}

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
  readonly #target: NameTarget
  readonly #listener: NameListener
  readonly #mayLook: () => boolean
  #lookCount = 0
  #nextLookMs: number
  #isLooking = false
  #isOver = false
  #timer: NodeJS.Timeout | undefined
  #unseenCount = 0
  #isUnseen = false

  constructor(
    registry: SessionRegistry,
    target: NameTarget,
    listener: NameListener,
    { firstLookAfterMs, mayLook }: { readonly firstLookAfterMs: number; readonly mayLook: () => boolean },
  ) {
    this.#registry = registry
    this.#target = target
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

  /** Looks by the clock: nobody counts what has no name. */
  lookNowAndThen(): void {
    this.#isUnseen = true
    clearTimeout(this.#timer)
    const afterMs = unseenLooksMs[this.#unseenCount] ?? laterLooksMs
    const waitMs = Math.max(afterMs, this.#nextLookMs - performance.now())
    this.#timer = setTimeout(() => void this.#lookUnseen(), waitMs)
  }

  stopLookingNowAndThen(): void {
    this.#isUnseen = false
    clearTimeout(this.#timer)
  }

  dispose(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  async #lookUnseen(): Promise<void> {
    if (this.#mayLook() && !this.#isLooking) await this.#look()
    this.#unseenCount += 1
    if (!this.#isOver && this.#isUnseen) this.lookNowAndThen()
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    const index = this.#lookCount++
    const tookMs = await lookForNames(this.#registry, this.#target, {
      onBytes: (bytes) => this.#listener.onBytes(index, bytes),
      onEnd: (isWhole) => this.#listener.onEnd(index, isWhole),
    })
    if (tookMs > longestLookMs) this.#isOver = true
    this.#nextLookMs = performance.now() + betweenLooksMs
    this.#isLooking = false
  }
}
