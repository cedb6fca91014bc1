import { describe, expect, test } from 'vitest'
import type { LivePhase } from '../../../../shared/model/live.ts'
import { BoardView, type ViewSource } from './board-view.ts'

function setUp(phase: LivePhase = 'live', intervalMs = 1000) {
  const source = {
    newestMs: null as number | null,
    newestArrivedMs: null as number | null,
    firstSampleMs: null as number | null,
    status: { phase, intervalMs, exit: null as { timeMs: number } | null },
  }
  const clock = { wallMs: 1_000_000 }
  const view = new BoardView(source satisfies ViewSource, () => clock.wallMs)
  const options = { spanMs: 60_000, isFrozen: false, zoom: null, isReducedMotion: false }
  view.update(options)
  return { source, clock, view, options }
}

describe('the board view', () => {
  test('without a sample it shows the time until now', () => {
    const { view } = setUp()
    view.move(0)
    expect(view.range).toEqual({ fromMs: 940_000, toMs: 1_000_000 })
  })

  test('glides to each new sample within its interval', () => {
    const { source, clock, view } = setUp()
    source.newestMs = 999_900
    view.move(0)
    expect(view.range.toMs).toBe(999_900)
    source.newestMs = 1_000_900
    clock.wallMs = 1_001_000
    view.move(1000)
    view.move(1500)
    expect(view.range.toMs).toBeCloseTo(1_000_400)
    view.move(2000)
    expect(view.range.toMs).toBe(1_000_900)
  })

  test('moves on while a target that should send values is silent', () => {
    const { source, clock, view, options } = setUp('paused')
    view.update({ ...options, isReducedMotion: true })
    source.newestMs = 999_000
    source.newestArrivedMs = 0
    view.move(0)
    clock.wallMs = 1_020_000
    view.move(20_000)
    expect(view.range.toMs).toBe(1_017_500)
  })

  test('shows the newest values whatever this machine’s clock is set to, and of a machine whose clock differs', () => {
    const { source, clock, view, options } = setUp()
    view.update({ ...options, isReducedMotion: true })
    source.newestMs = 999_900
    source.newestArrivedMs = 0
    view.move(0)
    clock.wallMs += 3_600_000
    source.newestMs = 1_000_900
    source.newestArrivedMs = 1000
    view.move(1016)
    expect(view.range.toMs).toBe(1_000_900)
  })

  test('stands still at the end of a target that has exited', () => {
    const { source, clock, view, options } = setUp('exited')
    view.update({ ...options, isReducedMotion: true })
    source.newestMs = 999_000
    source.status.exit = { timeMs: 999_400 }
    clock.wallMs = 2_000_000
    view.move(0)
    expect(view.range.toMs).toBe(999_400)
  })

  test('a file that is shorter than the span fills the charts', () => {
    const { source, view, options } = setUp('file')
    view.update({ ...options, isReducedMotion: true })
    source.firstSampleMs = 500_000
    source.newestMs = 504_000
    view.move(0)
    expect(view.range).toEqual({ fromMs: 500_000, toMs: 504_000 })
  })

  test('a view with little data begins where the data does, and doubles its stretch when it is full', () => {
    const { source, clock, view, options } = setUp()
    view.update({ ...options, isReducedMotion: true })
    source.firstSampleMs = 1_000_000
    const spanAfter = (elapsedMs: number) => {
      source.newestMs = 1_000_000 + elapsedMs
      clock.wallMs = source.newestMs
      view.move(elapsedMs)
      return view.range.toMs - view.range.fromMs
    }
    expect([0, 9000, 10_000, 11_000, 21_000, 41_000, 90_000].map(spanAfter)).toEqual([
      10_000, 10_000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ])
  })

  test('stays where it was while frozen, and continues afterwards', () => {
    const { source, clock, view, options } = setUp()
    source.newestMs = 1_000_000
    view.move(0)
    view.update({ ...options, isFrozen: true })
    source.newestMs = 1_030_000
    clock.wallMs = 1_030_000
    view.move(30_000)
    expect(view.range.toMs).toBe(1_000_000)
    expect(view.isFollowing).toBe(false)
    view.update(options)
    view.move(31_000)
    view.move(32_500)
    expect(view.range.toMs).toBeGreaterThan(1_029_000)
  })

  test('the cursor stands still on screen while time moves', () => {
    const { source, view, options } = setUp()
    view.update({ ...options, isReducedMotion: true })
    source.newestMs = 1_000_000
    view.move(0)
    view.setCursor(0.5)
    expect(view.cursorMs).toBe(970_000)
    source.newestMs = 1_010_000
    view.move(10_000)
    expect(view.cursorMs).toBe(980_000)
    view.setCursor(null)
    expect(view.readingMs).toBe(1_010_000)
  })

  test('texts are refreshed four times a second, and immediately when the cursor moves', () => {
    const { view } = setUp()
    let ticks = 0
    const subscription = view.onTick(() => (ticks += 1))
    for (let nowMs = 0; nowMs < 1000; nowMs += 16) view.move(nowMs)
    expect(ticks).toBe(4)
    view.setCursor(0.2)
    expect(ticks).toBe(5)
    subscription.dispose()
    view.setCursor(0.3)
    expect(ticks).toBe(5)
  })
})
