import { type SessionEventListener, SessionEvents } from '../../events/session-events.ts'
import type { CounterStream } from '../../events/testing/counter-stream.ts'
import { Catalog } from '../catalog.ts'
import type { SampleSink } from '../sample-sink.ts'

/** A catalog and what arrives in its series, in words: `at 2000: cpu-usage{tags} value = 3`. */
export class SeriesBench {
  readonly catalog = new Catalog()
  readonly tracks: number[] = []
  #samples: string[] = []

  readonly sink: SampleSink = {
    add: (track, seriesIndex, timeMs, value) => {
      const series = this.catalog.series[seriesIndex]!
      const { name } = this.catalog.instruments[series.instrumentIndex]!
      const tags = series.rawTags === '' ? '' : `{${series.rawTags}}`
      this.tracks.push(track)
      this.#samples.push(`${timeMs}: ${name}${tags} ${series.measure} = ${value}`)
    },
  }

  /** Those since the last call. */
  taken(): readonly string[] {
    const samples = this.#samples
    this.#samples = []
    return samples
  }
}

const none = (): void => undefined

/** Reads what the stream has by now; times are milliseconds since its sync point. */
export function readInto(stream: CounterStream, listener: Partial<SessionEventListener>): void {
  const events = new SessionEvents({
    onHeader: none,
    onCounter: none,
    onMetric: none,
    onGcPause: none,
    onException: none,
    onProcessFacts: none,
    onAdvance: none,
    onDamage: none,
    ...listener,
  })
  events.push(stream.take())
  events.end()
}
