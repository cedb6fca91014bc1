/** Something a person agreed to once, so that main does not ask again. */
export interface KeptConsent {
  readonly id: string
  readonly kind: 'program' | 'perf-map' | 'machine'
  /** What it is about, without arguments or values. */
  readonly label: string
  readonly givenMs: number
}
