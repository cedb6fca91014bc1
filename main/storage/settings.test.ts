import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { defaultSettings, type Settings } from '../../shared/model/settings.ts'
import { SettingsStore } from './settings.ts'
import { WindowStateStore } from './window-state.ts'

let folder = ''
let filePath = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'settings-'))
  filePath = path.join(folder, 'settings.json')
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})
const open = () => new SettingsStore(filePath, () => 0)
const openState = () => new WindowStateStore(path.join(folder, 'window.json'), () => 0)

describe('the settings', () => {
  test('are the defaults at the first start, without writing a file', () => {
    expect(open().current).toEqual(defaultSettings)
    expect(readdirSync(folder)).toEqual([])
  })

  test('are there again after another start', async () => {
    await open().update({ theme: 'dark', density: 'compact' })
    expect(open().current).toEqual({ ...defaultSettings, theme: 'dark', density: 'compact' })
  })

  test('take effect and are sent out before they are on disk', () => {
    const store = open()
    const told: Settings[] = []
    const listening = store.onChange((settings) => told.push(settings))
    const writing = store.update({ fontSizePercent: 150 })
    expect(store.current.fontSizePercent).toBe(150)
    expect(told).toHaveLength(1)
    listening.dispose()
    return writing
  })

  test('with one invalid key keep all others, and the file unchanged', async () => {
    const text = JSON.stringify({ ...defaultSettings, theme: 'dark', density: 'squeezed', from: 'elsewhere' })
    writeFileSync(filePath, text)
    const store = open()
    expect(store.current).toEqual({ ...defaultSettings, theme: 'dark' })
    expect(store.setAside).toMatchObject({ reason: 'not-understood', detail: 'not understood: density, from' })
    expect(readFileSync(store.setAside?.keptAs ?? '', 'utf8')).toBe(text)
    await store.flush()
    expect(open().current.theme).toBe('dark')
  })

  test.each([
    ['{', 'not-json'],
    ['[]', 'not-understood'],
    ['{"version":0}', 'not-understood'],
    ['{"version":999,"theme":"dark"}', 'newer-version'],
  ])('of a file that holds %s are the defaults, and the file is kept', (text, reason) => {
    writeFileSync(filePath, text)
    const store = open()
    expect(store.current).toEqual(defaultSettings)
    expect(store.setAside?.reason).toBe(reason)
    expect(readFileSync(store.setAside?.keptAs ?? '', 'utf8')).toBe(text)
  })

  test('report when they could not be kept', async () => {
    const store = new SettingsStore(path.join(folder, 'settings.json', 'inside-a-file.json'), () => 0)
    writeFileSync(filePath, '')
    await store.update({ theme: 'dark' })
    expect(store.current.theme).toBe('dark')
    expect(store.lastError).not.toBeNull()
  })
})

describe('the place of the window', () => {
  const place = { x: 10, y: 20, width: 900, height: 600, isMaximized: false }

  test('is there again after another start', async () => {
    const store = openState()
    expect(store.placement).toBeNull()
    store.keep(place)
    await store.flush()
    expect(openState().placement).toEqual(place)
  })

  test('is ignored when it is invalid', () => {
    writeFileSync(path.join(folder, 'window.json'), JSON.stringify({ version: 1, placement: { ...place, x: 'left' } }))
    expect(openState().placement).toBeNull()
  })
})
