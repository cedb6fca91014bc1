/**
 * One kind of event, bound to its type in one stream. `bytes` is the reader's and valid until the call returns; `ticks` counts
 * from the stream's sync point.
 */
export interface EventHandler {
  handle(bytes: Uint8Array, view: DataView, start: number, end: number, ticks: number): void
}

/** A payload that is not what its type's description says; it is left out. */
export type OnMalformed = (expected: string, found: string) => void
