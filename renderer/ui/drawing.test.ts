import { describe, expect, it } from 'vitest'
import { drawSparkline, runsOf, type SparklineContext } from './sparkline.tsx'

describe('runsOf', () => {
  it('parts values at gaps', () => {
    expect(runsOf([1, 2, NaN, 3, NaN, NaN, 4, 5])).toEqual([
      [0, 1],
      [3, 3],
      [6, 7],
    ])
    expect(runsOf([])).toEqual([])
  })
})

function record() {
  const calls: string[] = []
  const point = (name: string) => (x: number, y: number) => {
    calls.push(`${name} ${x.toFixed(0)} ${y.toFixed(0)}`)
  }
  const call = (name: string) => () => {
    calls.push(name)
  }
  const context: SparklineContext = {
    strokeStyle: '',
    fillStyle: '',
    lineWidth: 0,
    globalAlpha: 1,
    lineJoin: 'miter',
    clearRect: call('clear'),
    beginPath: call('begin'),
    moveTo: point('move'),
    lineTo: point('line'),
    closePath: call('close'),
    stroke: call('stroke'),
    fill: call('fill'),
  }
  return { calls, context }
}

describe('drawSparkline', () => {
  const shape = { width: 62, height: 20, max: 10, color: '#000', capacity: 4 }

  it('puts the newest value at the right edge and leaves room at the left', () => {
    const { calls, context } = record()
    drawSparkline(context, [0, 10], shape)
    expect(calls.slice(-4)).toEqual(['begin', 'move 41 19', 'line 61 3', 'stroke'])
  })

  it('draws no line across a gap', () => {
    const { calls, context } = record()
    drawSparkline(context, [1, NaN, 1, 2], shape)
    expect(calls.filter((name) => name === 'stroke')).toHaveLength(2)
  })

  it('keeps what is above the scale inside', () => {
    const { calls, context } = record()
    drawSparkline(context, [99, 99], shape)
    expect(calls).toContain('line 61 3')
  })

  it('only clears when there is nothing', () => {
    const { calls, context } = record()
    drawSparkline(context, [], shape)
    expect(calls).toEqual(['clear'])
  })
})
