import { describe, expect, it, vi } from 'vitest'
import { TooltipGuard } from './tooltip-guard.ts'

const hover = 'trigger-hover'
const focus = 'trigger-focus'

describe('TooltipGuard', () => {
  it('lets hovering open until something is pressed, and again once the pointer has moved', () => {
    const guard = new TooltipGuard()
    expect(guard.mayOpen(hover)).toBe(true)
    guard.pressed(10, 20)
    expect(guard.mayOpen(hover)).toBe(false)
    guard.moved(10, 20)
    expect(guard.mayOpen(hover)).toBe(false)
    guard.moved(11, 20)
    expect(guard.mayOpen(hover)).toBe(true)
  })

  it('takes a key like a press: what comes under the resting pointer was not pointed at', () => {
    const guard = new TooltipGuard()
    guard.moved(5, 5)
    guard.keyPressed('Enter')
    guard.moved(5, 5)
    expect(guard.mayOpen(hover)).toBe(false)
    guard.moved(5, 6)
    expect(guard.mayOpen(hover)).toBe(true)
  })

  it('explains what Tab or an arrow reached, not what gets the focus back', () => {
    const guard = new TooltipGuard()
    guard.keyPressed('Escape')
    expect(guard.mayOpen(focus)).toBe(false)
    guard.keyPressed('Tab')
    expect(guard.mayOpen(focus)).toBe(true)
    guard.pressed(1, 1)
    expect(guard.mayOpen(focus)).toBe(false)
  })

  it('notifies open tooltips of every press and key until they close', () => {
    const guard = new TooltipGuard()
    const close = vi.fn<() => void>()
    const leave = guard.onAction(close)
    guard.pressed(1, 1)
    guard.keyPressed('a')
    leave()
    guard.pressed(2, 2)
    expect(close).toHaveBeenCalledTimes(2)
  })
})
