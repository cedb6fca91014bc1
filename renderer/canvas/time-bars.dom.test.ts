import { describe, expect, it } from 'vitest'
import type { ChartTheme } from './chart-theme.ts'
import { toSvg } from './picture.ts'
import { barsPath, timeBarsPicture } from './time-bars.ts'

const theme = { surface: 'white', text: 'black', muted: 'gray', grid: 'silver', fontFamily: 'serif', fontScale: 1 }

describe('bars of counts over time', () => {
  it('stand on the bottom, the highest as high as there is room, none where nothing is', () => {
    expect(barsPath([4, 0, 2], 44, 40)).toBe('M0 44v-40h1V44zM2 44v-20h1V44z')
  })

  it('are seen even where one stands beside a million', () => {
    expect(barsPath([1, 1_000_000], 28)).toContain('M0 28v-1h1V28z')
  })

  it('are a picture with counts and seconds on its axes', () => {
    const words = { title: 'GC/Start', subtitle: 'a.nettrace, 30 events over 2 s', name: 'a.nettrace-events' }
    const bars = { counts: [10, 0, 20, 0], fromMs: 1000, toMs: 3000 }
    const svg = toSvg(timeBarsPicture(theme as ChartTheme, words, bars, 'orange'))
    for (const text of ['GC/Start', 'a.nettrace, 30 events over 2 s', '>20<', '>10<', '>1 s<', '>3 s<'])
      expect(svg).toContain(text)
    const drawn = [...svg.matchAll(/<rect [^>]*height="(\d+)"[^>]*fill="orange"/g)].map(([, height]) => Number(height))
    expect(drawn).toEqual([100, 200])
  })

  it('count whole things only', () => {
    const words = { title: 't', subtitle: 's', name: 'n' }
    const svg = toSvg(timeBarsPicture(theme as ChartTheme, words, { counts: [1], fromMs: 0, toMs: 1 }, 'orange'))
    expect(svg).not.toContain('0.5')
  })
})
