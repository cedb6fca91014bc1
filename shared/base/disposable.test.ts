import { expect, test } from 'vitest'
import { DisposableStore, toDisposable } from './disposable.ts'

function storeOf(...names: readonly string[]) {
  const disposed: string[] = []
  const store = new DisposableStore()
  const items = names.map((name) => store.add(toDisposable(() => void disposed.push(name))))
  return { store, items, disposed }
}

test('what a store owns is disposed once, the newest first', () => {
  const { store, disposed } = storeOf('a', 'b', 'c')
  store.dispose()
  store.dispose()
  expect(disposed).toEqual(['c', 'b', 'a'])
})

test('what was forgotten is not disposed, also while the others are', () => {
  const { store, items, disposed } = storeOf('a', 'b', 'c')
  store.forget(items[1]!)
  store.add(toDisposable(() => store.forget(items[0]!)))
  store.dispose()
  expect(disposed).toEqual(['c', 'a'])
})

test('what comes to a disposed store is disposed at once', () => {
  const { store } = storeOf()
  store.dispose()
  let isDisposed = false
  store.add(toDisposable(() => (isDisposed = true)))
  expect(isDisposed).toBe(true)
})
