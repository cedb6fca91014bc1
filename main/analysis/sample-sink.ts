/**
 * Receives samples as they are made. `track` groups series that are published together (one provider, one metrics session); the
 * samples of one publication share one time. NaN = the runtime said that nothing was measured.
 */
export interface SampleSink {
  add(track: number, seriesIndex: number, timeMs: number, value: number): void
}
