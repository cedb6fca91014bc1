import { describe, expect, it, vi } from 'vitest'
import { paintNextFrame } from './next-frame.ts'

const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))

describe('painting in the next frame', () => {
  it('paints each that asked once, in one frame', async () => {
    const request = vi.spyOn(globalThis, 'requestAnimationFrame')
    const [first, second] = [vi.fn(), vi.fn()]
    paintNextFrame(first)
    paintNextFrame(second)
    expect(request).toHaveBeenCalledTimes(1)
    await frame()
    await frame()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
    request.mockRestore()
  })

  it('does not paint for one that has left', async () => {
    const paint = vi.fn()
    paintNextFrame(paint).dispose()
    await frame()
    expect(paint).not.toHaveBeenCalled()
  })
})
