import { expect, test } from 'vitest'
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
