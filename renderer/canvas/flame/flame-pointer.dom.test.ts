import { expect, test } from 'vitest'
import { FlamePointer } from './flame-pointer.ts'

test('a button that was released outside moves nothing when the pointer comes back', () => {
  const host = document.createElement('div')
  const canvas = document.createElement('canvas')
  canvas.getBoundingClientRect = () => new DOMRect(0, 0, 400, 200)
  const seen: string[] = []
  const graph = {
    target: { from: 0, to: 100, topPx: 0 },
    total: 200,
    goTo: () => seen.push('moved'),
    scrollBy: () => seen.push('scrolled'),
    boxAtPoint: () => 7,
  }
  const pointer = new FlamePointer(host, canvas, graph, {
    onHover: (box) => seen.push(`hover ${String(box)}`),
    onPick: () => seen.push('picked'),
    onOpen: () => undefined,
    onMenu: () => undefined,
  })
  host.dispatchEvent(new MouseEvent('pointerdown', { button: 0, buttons: 1, clientX: 2, clientY: 2 }))
  host.dispatchEvent(new MouseEvent('pointermove', { buttons: 0, clientX: 90, clientY: 90 }))
  expect(seen).toEqual(['hover 7'])
  pointer.dispose()
})
