/**
 * What recording costs the process. `too-small`: less than the process varies by itself, so that no figure of it would be true.
 * Percent of one core.
 */
export type Overhead =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'too-small'; readonly withinPercent: number }
  | { readonly kind: 'measured'; readonly percent: number; readonly withinPercent: number }

/** What costs most of what could be left out: stacks of events, then stack samples, then events that come in floods. */
export type CheaperBy = 'stacks' | 'samples' | 'rates'
