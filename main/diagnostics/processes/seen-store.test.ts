import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
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
