interface Seen {
  readonly atMs: number
  readonly bytes: number
}

/** Hours of a document that never catches up; beyond, sizes share the time of the last one. */
const mostSeen = 20_000

/**
 * How long ago what a document shows was the end of its recording: by the sizes that the recording was seen to have, on the clock of whoever looks.
 * Times of events say less: a process that sends nothing is not behind.
 */
export class RecordingLag {
  #seen: Seen[] = []
  #firstBytes: number | null = null

  /** The recording has so many bytes now. */
  note(nowMs: number, bytes: number): void {
    this.#firstBytes ??= bytes
    const last = this.#seen.at(-1)
    if (last !== undefined && bytes <= last.bytes) return
    if (this.#seen.length < mostSeen) this.#seen.push({ atMs: nowMs, bytes })
    else this.#seen[mostSeen - 1] = { atMs: last!.atMs, bytes }
  }

  /** Null: what it shows was recorded before anybody looked. */
  behindMs(nowMs: number, readBytes: number): number | null {
    if (this.#firstBytes !== null && readBytes < this.#firstBytes) return null
    const unread = this.#seen.findIndex(({ bytes }) => bytes > readBytes)
    this.#seen.splice(0, unread < 0 ? this.#seen.length - 1 : unread)
    return unread < 0 ? 0 : nowMs - this.#seen[0]!.atMs
  }
}
