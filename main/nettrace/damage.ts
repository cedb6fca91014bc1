/** Where a stream stopped being what the format says. Offsets count from the first byte of the stream. */
export interface Damage {
  /**
   * `unsupported`: well-formed, but a container version this reader does not know. `too-costly`: the stream asks for more work than its size
   * allows; what was read until then is kept.
   */
  readonly kind: 'malformed' | 'unsupported' | 'too-costly'
  readonly offset: number
  /** Object the reader was in (`EventBlock`), or `stream` for the framing itself. */
  readonly block: string
  readonly expected: string
  readonly found: string
  /** The block's length was sound, so the reader goes on after it. */
  readonly canContinue: boolean
}
