/**
 * What the Live screen lets the tour read (`npm start -- --tour DIR`): installed on the page as `window.pipescopeTour` only
 * when main was started with `--tour`. Values come out of the same buffers that the charts draw from.
 */
export interface TourSeries {
  readonly pid: number
  readonly isDemo: boolean
  readonly provider: string
  readonly instrument: string
  readonly tags: Readonly<Record<string, string>>
  /** Histograms only: 50, 95, 99. */
  readonly percentile?: number
  readonly unit: string | null
  /** What the number is of its instrument, as in the catalog (rate, total, value, mean ...). */
  readonly measure: string
  readonly values: readonly { readonly timeMs: number; readonly value: number }[]
}

export interface TourHook {
  /** Every series of every open live view, oldest value first; gaps left out. Copies. */
  series(): readonly TourSeries[]
}
