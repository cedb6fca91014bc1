/** The last stretch of a flight recorder, as it was written to a file. */
export interface JoinedCounts {
  /** In what was kept on the disk. */
  readonly eventCount: number
  /** Written to the file, without those that give names. */
  readonly selectedCount: number
  readonly nameCount: number
  /** Lost by the runtime in the stretch. */
  readonly lostCount: number
  /** When the stretch begins; Unix milliseconds. */
  readonly fromUnixMs: number
  /** Milliseconds since the start of the first kept session. */
  readonly fromMs: number
  readonly toMs: number
}
