import { describe, expect, test, vi } from 'vitest'
import { FrameLoop, type FrameScheduler } from './frame-loop.ts'

class ManualScheduler implements FrameScheduler {
  nowMs = 0
  pending: ((nowMs: number) => void) | null = null
  now() {
    return this.nowMs
  }
  request(callback: (nowMs: number) => void) {
    this.pending = callback
    return 1
  }
  cancel() {
    this.pending = null
  }
  step(ms = 16) {
    this.nowMs += ms
    const run = this.pending
    this.pending = null
    run?.(this.nowMs)
  }
}

describe('the frame loop', () => {
  test('runs while it has painters and leaves no frame requested after the last one', () => {
    const scheduler = new ManualScheduler()
    const loop = new FrameLoop(scheduler)
    expect(scheduler.pending).toBeNull()
    const painter = loop.add({ move: () => {} })
    expect(scheduler.pending).not.toBeNull()
    scheduler.step()
    expect(scheduler.pending).not.toBeNull()
    painter.dispose()
    expect(scheduler.pending).toBeNull()
  })

  test('moves every painter but stops painting when the budget is used, and starts with the next one in the next frame', () => {
    const scheduler = new ManualScheduler()
    const loop = new FrameLoop(scheduler)
    const turns: string[] = []
    for (const name of ['a', 'b', 'c']) {
      loop.add({
        move: () => turns.push(`move ${name}`),
        paint: () => {
          turns.push(`paint ${name}`)
          scheduler.nowMs += 3
        },
      })
    }
    scheduler.step()
    scheduler.step()
    expect(turns).toEqual([
      'move a',
      'move b',
      'move c',
      'paint a',
      'paint b',
      'move a',
      'move b',
      'move c',
      'paint c',
      'paint a',
    ])
  })

  test('moves what leads first, whenever it came', () => {
    const scheduler = new ManualScheduler()
    const loop = new FrameLoop(scheduler)
    const moved: string[] = []
    loop.add({ move: () => moved.push('chart') })
    loop.add({ move: () => moved.push('view') }, true)
    scheduler.step()
    expect(moved).toEqual(['view', 'chart'])
  })

  test('does not begin a painting that was long before behind another one, and gives it the next frame', () => {
    const scheduler = new ManualScheduler()
    const loop = new FrameLoop(scheduler)
    let turns: string[] = []
    for (const [name, costMs] of [
      ['short', 2],
      ['long', 5],
    ] as const) {
      loop.add({
        paint: () => {
          turns.push(name)
          scheduler.nowMs += costMs
        },
      })
    }
    const frames = [0, 1, 2, 3].map(() => {
      turns = []
      scheduler.step()
      return turns
    })
    // What it costs is learned in the first frame.
    expect(frames).toEqual([['short', 'long'], ['short'], ['long'], ['short']])
  })

  test('paints one large picture in a frame, whatever it costs, and small ones beside it', () => {
    const scheduler = new ManualScheduler()
    const loop = new FrameLoop(scheduler)
    let turns: string[] = []
    for (const [name, isLarge] of [
      ['timeline', true],
      ['chart', false],
      ['flame', true],
    ] as const)
      loop.add({ isLarge, paint: () => turns.push(name) })
    const frames = [0, 1, 2].map(() => {
      turns = []
      scheduler.step()
      return turns
    })
    expect(frames).toEqual([['timeline', 'chart'], ['flame'], ['timeline', 'chart']])
  })

  test('asks for no frame that it would have to take back', () => {
    const scheduler = new ManualScheduler()
    const cancel = vi.spyOn(scheduler, 'cancel')
    const loop = new FrameLoop(scheduler)
    const inLoop = loop.add({ paint: () => inLoop.dispose() })
    scheduler.step()
    expect(scheduler.pending).toBeNull()
    expect(cancel).not.toHaveBeenCalled()
  })

  test('a painter with nothing to paint takes no turn', () => {
    const scheduler = new ManualScheduler()
    const loop = new FrameLoop(scheduler)
    let painted = 0
    loop.add({ wantsPaint: () => false, paint: () => (painted += 1) })
    scheduler.step()
    expect(painted).toBe(0)
  })

  test('continues after a painter throws', () => {
    const scheduler = new ManualScheduler()
    const loop = new FrameLoop(scheduler)
    loop.add({
      paint: () => {
        throw new Error('bug')
      },
    })
    expect(() => scheduler.step()).toThrow('bug')
    expect(scheduler.pending).not.toBeNull()
  })

  test('reports rate, long intervals and work of its frames', () => {
    const scheduler = new ManualScheduler()
    const loop = new FrameLoop(scheduler)
    loop.add({ paint: () => (scheduler.nowMs += 2) })
    for (let frame = 0; frame < 99; frame++) scheduler.step(14)
    scheduler.step(38)
    const statistics = loop.statistics()
    expect(statistics.frameCount).toBe(100)
    expect(statistics.workMedianMs).toBeCloseTo(2)
    expect(statistics.longIntervalShare).toBeCloseTo(1 / 99)
    expect(statistics.framesPerSecond).toBeCloseTo((99 * 1000) / (98 * 16 + 40), 3)
  })
})
