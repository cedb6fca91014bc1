import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { enterPane, keepFocus } from './keep-focus.ts'

let stop: () => void
const one = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!
const key = (): boolean => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))

/** Each element with `data-at="x y"` is ten pixels wide and high, at that place. */
function show(html: string): void {
  document.body.innerHTML = html
  for (const element of document.querySelectorAll<HTMLElement>('*')) {
    const [x = 0, y = 0] = (element.dataset['at'] ?? '').split(' ').map(Number)
    element.getBoundingClientRect = () => new DOMRect(x, y, 10, 10)
    element.checkVisibility = () => element.closest('[hidden]') === null
  }
}

/** What a browser does with the focus of an element that goes away. */
function lose(element: HTMLElement, how: (element: HTMLElement) => void): void {
  element.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: null }))
  how(element)
  if (document.activeElement === element) element.blur()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  stop = keepFocus(document)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it('goes to the neighbor of what was removed by a key', () => {
  show(`<main><div role="toolbar"><button id="a" data-at="0 0"></button><button id="b" data-at="20 0"></button>
    <input data-at="22 0"><button aria-disabled="true" data-at="24 0"></button><button id="c" data-at="35 0"></button></div><button id="d" data-at="20 12"></button></main>`)
  one('#b').focus()
  key()
  lose(one('#b'), (element) => element.remove())
  vi.runAllTimers()
  expect(document.activeElement?.id).toBe('c')
})

it('goes into the pane that came instead', () => {
  show(`<main><button id="tab"></button><div role="tabpanel" id="old"><button id="link"></button></div>
    <div role="tabpanel" id="new" hidden tabindex="0"><button id="copy"></button><div role="grid" id="rows" tabindex="0"></div></div></main>`)
  one('#link').focus()
  key()
  lose(one('#link'), () => {
    one('#old').hidden = true
    one('#new').hidden = false
  })
  vi.runAllTimers()
  expect(document.activeElement?.id).toBe('rows')
})

it.each([
  ['it was done with the mouse', () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))],
  ['somebody else takes the focus', () => one('#a').focus()],
])('leaves the focus alone when %s', (_, then) => {
  show(
    `<main><button id="a" data-at="0 0"></button><button id="b" data-at="20 0"></button><button id="c" data-at="30 0"></button></main>`,
  )
  one('#b').focus()
  key()
  lose(one('#b'), (element) => element.remove())
  then()
  vi.runAllTimers()
  expect(document.activeElement?.id).not.toBe('c')
})

it('goes on beside what a menu was opened from, when its choice took that away', () => {
  show(`<main><ul><li id="one"><button id="first" data-at="0 0"></button></li><li id="two"><button id="trigger" data-at="0 20"></button></li></ul></main>
    <div role="menu"><div role="menuitem" tabindex="-1" id="remove"></div></div>`)
  one('#trigger').focus()
  one('#remove').focus()
  key()
  lose(one('#remove'), () => {
    one('[role="menu"]').remove()
    one('#two').remove()
  })
  vi.runAllTimers()
  expect(document.activeElement?.id).toBe('first')
})

it('presses no button of another document', () => {
  show(`<main><div id="list"><button id="a"></button></div><div id="live"><button id="b"></button></div></main>`)
  one('#a').focus()
  key()
  lose(one('#a'), () => (one('#list').hidden = true))
  vi.runAllTimers()
  expect(document.activeElement).toBe(document.body)
})

it('leaves the focus alone when a field gives it up', () => {
  show(`<main><button id="a"></button><button id="b"></button></main>`)
  one('#b').focus()
  key()
  lose(one('#b'), (element) => element.blur())
  vi.runAllTimers()
  expect(document.activeElement).toBe(document.body)
})

it('enters the pane that is shown', () => {
  show(
    `<main><div role="tabpanel" hidden tabindex="0"></div><div role="tabpanel" tabindex="0" id="pane"><button id="copy"></button></div></main>`,
  )
  enterPane(() => one('main'))
  vi.runAllTimers()
  expect(document.activeElement?.id).toBe('pane')
})

it('moves to what comes into the pane later, unless somebody has gone elsewhere', async () => {
  show(`<main><button id="out"></button><div role="tabpanel" tabindex="0" id="pane"></div></main>`)
  const comes = async (id: string) => {
    const grid = document.createElement('div')
    Object.assign(grid, { id, tabIndex: 0, checkVisibility: () => true })
    grid.setAttribute('role', 'grid')
    one('#pane').replaceChildren(grid)
    await vi.advanceTimersByTimeAsync(0)
  }
  enterPane(() => one('main'))
  vi.runAllTimers()
  await comes('first')
  expect(document.activeElement?.id).toBe('first')
  one('#pane').replaceChildren()
  enterPane(() => one('main'))
  vi.runAllTimers()
  one('#out').focus()
  await comes('second')
  expect(document.activeElement?.id).toBe('out')
})

it('looks for a pane again that comes late', () => {
  show(`<main><button id="out"></button><div role="tabpanel" tabindex="0" id="pane" hidden></div></main>`)
  enterPane(() => one('main'))
  vi.advanceTimersByTime(200)
  expect(document.activeElement).toBe(document.body)
  one('#pane').hidden = false
  vi.advanceTimersByTime(200)
  expect(document.activeElement?.id).toBe('pane')
})

it('leaves whoever has gone elsewhere before the pane is there', () => {
  show(
    `<main><button id="from"></button><button id="to"></button><div role="tabpanel" tabindex="0" id="pane"></div></main>`,
  )
  one('#from').focus()
  enterPane(() => one('main'))
  one('#to').focus()
  vi.runAllTimers()
  expect(document.activeElement?.id).toBe('to')
})
