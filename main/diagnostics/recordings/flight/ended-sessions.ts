import type { KeptStream } from '../../../workers/recorder/kept-pieces.ts'
import type { PartEnd, RecordingPart } from '../recording-part.ts'

interface EndedSession {
  readonly part: RecordingPart
  readonly stream: KeptStream
  readonly endMs: number
  /** How far back it went then. */
  readonly heldMs: number
}

/** Sessions of a flight recorder that ended, oldest first, while their pieces are younger than what is kept. */
export class EndedSessions {
  #sessions: readonly EndedSession[] = []

  get streams(): readonly KeptStream[] {
    return this.#sessions.map(({ stream }) => stream)
  }

  get parts(): readonly RecordingPart[] {
    return this.#sessions.map(({ part }) => part)
  }

  add(part: RecordingPart, { end }: PartEnd): void {
    const stream: KeptStream = { keeps: 'range', pieces: end.pieces }
    this.#sessions = [...this.#sessions, { part, stream, endMs: performance.now(), heldMs: heldMsOf(part) }]
  }

  /** How much a save would hold now, with the session that runs. */
  heldMs(running: RecordingPart, lastMs: number): number {
    const [oldest] = this.#sessions
    const reachMs = oldest === undefined ? heldMsOf(running) : oldest.heldMs + performance.now() - oldest.endMs
    return Math.min(lastMs, Math.max(0, reachMs))
  }

  /** False: there were none. */
  async dropOlderThan(lastMs: number): Promise<boolean> {
    const isOld = ({ endMs }: EndedSession): boolean => performance.now() - endMs > lastMs
    const old = this.#sessions.filter(isOld)
    if (old.length === 0) return false
    this.#sessions = this.#sessions.filter((ended) => !isOld(ended))
    await Promise.all(old.map(({ part }) => part.discard()))
    return true
  }

  async discard(): Promise<void> {
    await Promise.all(this.#sessions.map(({ part }) => part.discard()))
    this.#sessions = []
  }
}

function heldMsOf(part: RecordingPart): number {
  const { elapsedMs, ring } = part.progress()
  return ring?.heldMs ?? elapsedMs
}
