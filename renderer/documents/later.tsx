import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { background } from '../bridge/bridge.ts'

const loads: (() => Promise<unknown>)[] = []

/**
 * A part of the page that a start does not wait for: it is loaded when it is first shown, or before that in an idle moment, so that
 * its first opening does not wait either. Show it inside a Suspense.
 */
export function later<Props>(load: () => Promise<ComponentType<Props>>): LazyExoticComponent<ComponentType<Props>> {
  loads.push(load)
  return lazy(async () => ({ default: await load() }))
}

/** One part after the other, each in an idle moment of its own. Called once the first rows are on the screen. */
export function loadTheRestWhenIdle(): void {
  const [next, ...rest] = loads.splice(0)
  if (next === undefined) return
  loads.push(...rest)
  // A page that is never idle loads them all the same, one every few seconds.
  requestIdleCallback(() => background(next().then(loadTheRestWhenIdle), 'load-later'), { timeout: 3000 })
}
