import { afterEach, expect, it, vi } from 'vitest'
import { giveLayout } from '../../testing/layout.ts'
import { FlameCanvas, type FlameScene } from './flame-canvas.ts'
import { boxesOf } from './testing.ts'

afterEach(() => void vi.restoreAllMocks())

it('takes a new picture without asking where it is scrolled to, which would lay the page out', () => {
  giveLayout()
  const host = document.createElement('div')
  const canvas = new FlameCanvas(host, {
    onHover: () => undefined,
    onPick: () => undefined,
    onOpen: () => undefined,
    onMenu: () => undefined,
    onStretch: () => undefined,
    onResize: () => undefined,
  })
  const rows = ['All 0 100', 'Main 0 90', 'Work 0 60']
  const scene = {
    boxes: boxesOf(rows),
    total: 100,
    rowCount: rows.length,
    direction: 'icicle',
    theme: { fontScale: 1 },
  } as unknown as FlameScene
  canvas.show(scene)
  const asked = vi.spyOn(host, 'scrollTop', 'get')
  canvas.show({ ...scene, rowCount: 40 })
  expect(asked).not.toHaveBeenCalled()
  expect(canvas.geometry?.rowCount).toBe(40)
  expect(asked).toHaveBeenCalled()
  canvas.dispose()
})
