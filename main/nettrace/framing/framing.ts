/** How one container's stream falls into parts. `streamOffset`s are absolute; a framing consumes what it has understood. */
export interface Framing {
  /** Reads one part if all of it is there; false when more bytes are needed or the stream is over. */
  step(): boolean
  /** No more bytes will come: takes whole events out of a block that was cut off. */
  salvage(): void
  readonly state: 'reading' | 'ended' | 'failed'
}
