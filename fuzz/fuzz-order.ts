/** What the worker is to do, and where it tells how far it is. */
export interface FuzzOrder {
  readonly firstSeed: number
  readonly count: number
  readonly milliseconds: number
  readonly fixtureFolders: readonly string[]
  readonly scratchFolder: string
  /** Of doubles, one for each of `cell`. */
  readonly cells: SharedArrayBuffer
}

export const cell = {
  seed: 0,
  inputs: 1,
  withHeader: 2,
  withEvents: 3,
  events: 4,
  files: 5,
  failures: 6,
  /** Of the dearest input, and its seed. */
  worstStepsPerByte: 7,
  worstSeed: 8,
} as const
export const cellCount = 9

export interface FuzzFailure {
  /** `--seed` of this input. */
  readonly seed: number
  readonly kind: 'crash' | 'hang' | 'slow' | 'memory' | 'coverage'
  /** The stream it was made from. */
  readonly from: string
  readonly message: string
}
