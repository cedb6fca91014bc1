import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { openApplicationKey } from '../../storage/application-key.ts'
import { SeenStore } from './seen-store.ts'

const entry = (application: string) => ({ application, name: 'App', runtimeVersion: '10.0.12', lastSeenMs: 1000 })

test('a pin set while an application still has its early name goes with it to the later one', () => {
  const store = new SeenStore(null, () => 0)
  store.note(entry('App\n/bin/App'))
  store.pin(entry('App\n/bin/App'), true)
  store.rename('App\n/bin/App', 'App\n/bin/App App.dll')
  expect(store.list()).toEqual([{ ...entry('App\n/bin/App App.dll'), isPinned: true }])
})

test('a new name that was pinned in an earlier run stays pinned, and a name nobody has is no news', () => {
  const store = new SeenStore(null, () => 0)
  store.pin(entry('later'), true)
  store.note(entry('early'))
  store.rename('early', 'later')
  store.rename('unknown', 'other')
  expect(store.list()).toEqual([{ ...entry('later'), isPinned: true }])
})

test('a new name of an application that nobody pinned is not pinned', () => {
  const store = new SeenStore(null, () => 0)
  store.note(entry('early'))
  store.rename('early', 'later')
  expect(store.list()).toEqual([{ ...entry('later'), isPinned: false }])
})

test('command lines are no part of the file, and pins of older files stay', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'seen-'))
  const file = path.join(folder, 'seen.json')
  const open = () => new SeenStore(file, () => 0, openApplicationKey(folder))
  const raw = 'App\n/bin/App --password hunter2'
  fs.writeFileSync(file, JSON.stringify({ version: 1, applications: [{ ...entry(raw), isPinned: true }] }))
  const migrated = open()
  await migrated.flush()
  expect(fs.readFileSync(file, 'utf8')).not.toContain('hunter2')
  expect(migrated.list()).toMatchObject([{ application: raw, isPinned: true }])
  const later = open()
  const [known] = later.list()
  expect(known?.application).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(later.isPinned(raw)).toBe(true)
  later.note(entry(raw))
  expect(later.list()).toEqual([{ ...entry(raw), isPinned: true }])
  await later.flush()
  expect(fs.readFileSync(file, 'utf8')).not.toContain('hunter2')
  expect(open().forget(known?.application ?? '')).toBe(true)
  await later.flush()
  fs.rmSync(folder, { recursive: true, force: true })
})

const textOf = (...kept: readonly object[]) =>
  JSON.stringify({ version: 1, applications: kept.map((one) => ({ ...one, isPinned: true })) }, null, 7)

test('a file is rewritten when it is opened only if it has command lines, though just some', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'seen-'))
  const file = path.join(folder, 'seen.json')
  const applications = [entry('a'.repeat(43)), entry('App\n/bin/App --password hunter2')]
  const opened = async (text: string) => {
    fs.writeFileSync(file, text)
    await new SeenStore(file, () => 0, openApplicationKey(folder)).flush()
    return fs.readFileSync(file, 'utf8')
  }
  expect(await opened(textOf(applications[0]!))).toBe(textOf(applications[0]!))
  expect(await opened(textOf(...applications))).not.toContain('hunter2')
  fs.rmSync(folder, { recursive: true, force: true })
})

test('pinned applications come first, then those seen last', () => {
  const store = new SeenStore(null, () => 0)
  store.note({ ...entry('old'), lastSeenMs: 1 })
  store.note({ ...entry('new'), lastSeenMs: 3 })
  store.pin({ ...entry('pinned'), lastSeenMs: 2 }, true)
  store.pin({ ...entry('pinned long ago'), lastSeenMs: 0 }, true)
  expect(store.list().map(({ application }) => application)).toEqual(['pinned', 'pinned long ago', 'new', 'old'])
  store.note({ ...entry('pinned'), lastSeenMs: 9 })
  expect(store.isPinned('pinned')).toBe(true)
  store.pin(entry('pinned'), false)
  expect([store.isPinned('pinned'), store.isPinned('nobody')]).toEqual([false, false])
})

test('a hundred applications are remembered besides the pinned ones, the oldest are forgotten', () => {
  const store = new SeenStore(null, () => 0)
  store.pin(entry('pinned'), true)
  for (let index = 0; index <= 100; index += 1) store.note({ ...entry(`App ${index}`), lastSeenMs: 5000 + index })
  const names = store.list().map(({ application }) => application)
  expect([names.length, names.includes('App 0'), names.includes('App 1')]).toEqual([101, false, true])
})

test('a store without a file has nothing to write', () => {
  vi.useFakeTimers()
  const store = new SeenStore(null, () => 0)
  store.note(entry('a'))
  store.forget('a')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})

test('an application can be forgotten once', () => {
  const store = new SeenStore(null, () => 0)
  store.note(entry('a'))
  expect([store.forget('a'), store.forget('a'), store.list()]).toEqual([true, false, []])
})

test('an invalid file, or one from a newer version, is ignored', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'seen-'))
  const file = path.join(folder, 'seen.json')
  for (const text of ['nonsense', '{"version":2,"applications":[]}', '{"version":1,"applications":[{}]}']) {
    fs.writeFileSync(file, text)
    expect(new SeenStore(file, () => 0).list()).toEqual([])
  }
  fs.rmSync(folder, { recursive: true, force: true })
})

test('changes within two seconds make one write, and nothing is written without a change', async () => {
  vi.useFakeTimers()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'seen-'))
  const file = path.join(folder, 'seen.json')
  const store = new SeenStore(file, () => 0)
  store.rename('nobody', 'x')
  store.forget('nobody')
  expect(vi.getTimerCount()).toBe(0)
  store.note(entry('a'))
  store.note(entry('b'))
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(2000)
  expect(vi.getTimerCount()).toBe(0)
  store.forget('a')
  expect(vi.getTimerCount()).toBe(1)
  store.note(entry('a'))
  vi.useRealTimers()
  await expect.poll(() => fs.existsSync(file)).toBe(true)
  await store.flush()
  expect(JSON.parse(fs.readFileSync(file, 'utf8')).applications).toHaveLength(2)
  fs.rmSync(file)
  await store.flush()
  expect(fs.existsSync(file)).toBe(false)
  fs.rmSync(folder, { recursive: true, force: true })
})
