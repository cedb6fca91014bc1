import { beforeEach, expect, it, vi } from 'vitest'
import { AppTray } from './tray.ts'

interface Item {
  readonly label?: string
  readonly enabled?: boolean
  readonly click?: () => void
}

const made = vi.hoisted(() => [] as { tip: string; menu: Item[]; click: () => void; isDestroyed: boolean }[])
vi.mock('electron', () => ({
  nativeImage: { createFromBuffer: () => ({ setTemplateImage: () => undefined }) },
  Menu: { buildFromTemplate: (template: Item[]) => template },
  Tray: class {
    readonly #state = { tip: '', menu: [] as Item[], click: () => {}, isDestroyed: false }
    constructor() {
      made.push(this.#state)
    }
    setToolTip(tip: string): void {
      this.#state.tip = tip
    }
    setContextMenu(menu: Item[]): void {
      this.#state.menu = menu
    }
    on(_event: 'click', listener: () => void): void {
      this.#state.click = listener
    }
    destroy(): void {
      this.#state.isDestroyed = true
    }
  },
}))

const asked: string[] = []
let armedCount = 1
const tray = () =>
  new AppTray({
    open: () => void asked.push('open'),
    quit: () => void asked.push('quit'),
    saveFlights: () => void asked.push('save'),
    armedCount: () => armedCount,
  })

beforeEach(() => {
  made.length = 0
  asked.length = 0
  armedCount = 1
})

it('the icon is there while rules are kept in the background, one however often rules change, and says how many', () => {
  const icon = tray()
  icon.show(false)
  expect(made).toEqual([])
  icon.show(true)
  armedCount = 2
  icon.show(true)
  expect(made.map(({ tip, isDestroyed }) => [tip, isDestroyed])).toEqual([['Pipescope: 2 rules armed', false]])
  icon.show(false)
  expect(made[0]?.isDestroyed).toBe(true)
  icon.show(true)
  expect(made.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false])
})

it('the icon opens a window, saves what flight recorders keep, and quits', () => {
  tray().show(true)
  const [icon] = made
  icon?.click()
  for (const { click } of icon?.menu ?? []) click?.()
  expect(icon?.menu.map(({ label, enabled }) => (enabled === false ? `(${label ?? ''})` : label))).toEqual([
    '(Pipescope: 1 rule armed)',
    undefined,
    'Open Pipescope',
    'Save Flight Recorders Now',
    'Quit Pipescope',
  ])
  expect(asked).toEqual(['open', 'open', 'save', 'quit'])
})
