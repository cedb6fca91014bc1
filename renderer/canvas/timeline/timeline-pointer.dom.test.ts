import { expect, test } from 'vitest'
import { TimelinePointer } from './timeline-pointer.ts'

test('a button that was released outside selects nothing when the pointer comes back', () => {
  const plot = document.createElement('div')
  const seen: string[] = []
  const geometry = {
    stretch: { fromMs: 0, toMs: 1000 },
    size: { widthPx: 400, heightPx: 200 },
    rows: [],
    scrollPx: 0,
    rulerPx: 20,
  }
  const target = {
    geometry,
    extent: geometry.stretch,
    selected: null,
    selectedText: '',
    goTo: () => seen.push('moved'),
    scrollBy: () => seen.push('scrolled'),
  }
  const pointer = new TimelinePointer(plot, target, {
    onHover: () => seen.push('hover'),
    onPick: () => seen.push('picked'),
    onOpen: () => undefined,
    onDraft: () => seen.push('draft'),
    onSelect: () => seen.push('selected'),
  })
  plot.dispatchEvent(new MouseEvent('pointerdown', { button: 0, buttons: 1, clientX: 398 }))
  plot.dispatchEvent(new MouseEvent('pointermove', { buttons: 0, clientX: 90 }))
  plot.dispatchEvent(new MouseEvent('pointerup', { button: 0, buttons: 0, clientX: 90 }))
  expect(seen).toEqual(['hover'])
  pointer.dispose()
})
