import { afterEach, beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest'
import { enterPane, isArrival } from './enter.ts'
import { type FocusKeeper, keepFocus } from './keep-focus.ts'

let keeper: FocusKeeper
let hasFocus: MockInstance<() => boolean>
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
  hasFocus = vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  keeper = keepFocus(document)
})
afterEach(() => {
  keeper.stop()
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

it('has the page laid out for no key, and knows where a thing is that has moved since', () => {
  show(
    `<main><div><button id="a" data-at="0 0"></button><button id="b" data-at="20 0"></button><button id="c" data-at="100 0"></button></div></main>`,
  )
  const measured = vi.fn<() => DOMRect>(() => new DOMRect(80, 0, 10, 10))
  one('#b').focus()
  one('#b').getBoundingClientRect = measured
  key()
  key()
  expect(measured).not.toHaveBeenCalled()
  vi.runAllTimers()
  expect(measured).toHaveBeenCalledOnce()
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

async function add(to: HTMLElement, role: string, id: string): Promise<void> {
  const element = Object.assign(document.createElement('div'), { id, tabIndex: 0, checkVisibility: () => true })
  element.setAttribute('role', role)
  to.append(element)
  await vi.advanceTimersByTimeAsync(0)
}

/** The command palette on the first page, and another page that is behind it. */
function showPages(second: string): void {
  show(`<main><div data-document="a"><button id="a"></button></div><div data-document="b" data-title="Files" hidden>${second}</div></main>
    <div role="dialog"><input id="search"></div>`)
}
function choose(from: HTMLElement): void {
  key()
  lose(from, () => {
    one('[role="dialog"]').remove()
    one('[data-document="a"]').hidden = true
    one('[data-document="b"]').hidden = false
  })
  keeper.pageChanged()
  vi.runAllTimers()
}
const focused = (): string | undefined => document.activeElement?.id

describe('another page', () => {
  it('has the focus in its table', () => {
    showPages('<button id="b"></button><div role="grid" id="rows" tabindex="0"></div>')
    one('#search').focus()
    choose(one('#search'))
    expect(focused()).toBe('rows')
  })

  it('selects nothing in it, which moving into a table does', () => {
    showPages('<div role="tabpanel" tabindex="0"><div role="grid" id="rows" tabindex="0"></div></div>')
    const arrivals: boolean[] = []
    one('#rows').addEventListener('focus', () => arrivals.push(isArrival()))
    one('#search').focus()
    choose(one('#search'))
    one('#rows').blur()
    one('#rows').focus()
    expect(arrivals).toEqual([true, false])
  })

  it('has it itself where it is a form or charts, with its name, until somebody goes on', () => {
    showPages('<div role="tree" tabindex="0"></div><button id="b"></button>')
    one('#search').focus()
    choose(one('#search'))
    const page = one('[data-document="b"]')
    expect(document.activeElement).toBe(page)
    expect(page.getAttribute('aria-label')).toBe('Files')
    one('#b').focus()
    expect(page.outerHTML).not.toMatch(/<div data-document[^>]*(tabindex|role|aria-label)/)
  })

  it('has it in the pane that comes later, and in what comes into that', async () => {
    showPages('')
    one('#search').focus()
    choose(one('#search'))
    await add(one('[data-document="b"]'), 'tabpanel', 'pane')
    expect(focused()).toBe('pane')
    await add(one('#pane'), 'grid', 'rows')
    expect(focused()).toBe('rows')
  })

  it('has it where it was before', () => {
    showPages('<div role="grid" tabindex="0"></div><button id="b"></button>')
    one('[data-document="b"]').hidden = false
    one('#b').focus()
    one('[data-document="b"]').hidden = true
    one('#search').focus()
    choose(one('#search'))
    expect(focused()).toBe('b')
  })

  it('has it also where nothing had it before', () => {
    showPages('<div role="grid" id="rows" tabindex="0"></div>')
    choose(document.body)
    expect(focused()).toBe('rows')
  })

  it('has it again when a popup over it closes, and no field of it', () => {
    showPages('<input id="filter"><button id="b"></button>')
    one('#search').focus()
    choose(one('#search'))
    const page = one('[data-document="b"]')
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog"><input id="question"></div>')
    one('#question').focus()
    // As Base UI looks whether it can give the focus back.
    expect(page.tabIndex).toBe(0)
    page.focus()
    expect(document.activeElement).toBe(page)
    one('#b').focus()
    expect(page.hasAttribute('tabindex')).toBe(false)
  })

  it('has it when the palette that opened it gives it back to the frame', () => {
    showPages('<div role="grid" id="rows" tabindex="0"></div>')
    one('main').insertAdjacentHTML('beforebegin', '<nav><button id="tab"></button></nav>')
    Object.assign(one('#tab'), { checkVisibility: () => true })
    one('#search').focus()
    key()
    one('[data-document="a"]').hidden = true
    one('[data-document="b"]').hidden = false
    keeper.pageChanged()
    one('#tab').focus()
    vi.runAllTimers()
    expect(focused()).toBe('rows')
  })

  it('waits until a popup that fades out has given the focus back', () => {
    showPages('<div role="grid" id="rows" tabindex="0"></div>')
    one('#search').focus()
    key()
    one('[role="dialog"]').setAttribute('data-closed', '')
    one('[data-document="a"]').hidden = true
    one('[data-document="b"]').hidden = false
    keeper.pageChanged()
    vi.advanceTimersByTime(500)
    expect(focused()).toBe('search')
    one('[role="dialog"]').remove()
    vi.advanceTimersByTime(100)
    expect(focused()).toBe('rows')
  })

  it('has it once the window has it again, behind a dialog of the system', () => {
    showPages('<div role="grid" id="rows" tabindex="0"></div>')
    hasFocus.mockReturnValue(false)
    choose(document.body)
    expect(document.activeElement).toBe(document.body)
    hasFocus.mockReturnValue(true)
    window.dispatchEvent(new FocusEvent('focus'))
    vi.runAllTimers()
    expect(focused()).toBe('rows')
  })

  it('leaves it to a button of the frame that opened the page', () => {
    showPages('<div role="grid" tabindex="0"></div>')
    one('main').insertAdjacentHTML('beforebegin', '<nav><button id="rail"></button></nav>')
    Object.assign(one('#rail'), { checkVisibility: () => true })
    one('#rail').focus()
    key()
    one('[data-document="a"]').hidden = true
    one('[data-document="b"]').hidden = false
    keeper.pageChanged()
    vi.runAllTimers()
    expect(focused()).toBe('rail')
  })

  it('leaves the focus alone after a click', () => {
    showPages('<div role="grid" tabindex="0"></div>')
    key()
    document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
    one('[data-document="a"]').hidden = true
    one('[data-document="b"]').hidden = false
    keeper.pageChanged()
    vi.runAllTimers()
    expect(document.activeElement).toBe(document.body)
  })
})
