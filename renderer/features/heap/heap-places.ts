import type { HeapPlace } from './heap-view.ts'

/** Where a person was in a heap document, for Back and Forward. */
export interface HeapPlaces {
  readonly past: readonly HeapPlace[]
  readonly present: HeapPlace
  readonly ahead: readonly HeapPlace[]
}

export type HeapStep = { readonly kind: 'go'; readonly to: Partial<HeapPlace> } | { readonly kind: 'back' | 'forward' }

const keptPlaces = 100

export function placesAt(): HeapPlaces {
  return { past: [], present: { tab: 'types', type: null, object: null, row: null }, ahead: [] }
}

export function stepped(places: HeapPlaces, step: HeapStep): HeapPlaces {
  const { past, present, ahead } = places
  if (step.kind === 'go') {
    const next = { ...present, ...step.to }
    if (isFirstPick(present, next)) return { past, present: next, ahead: [] }
    return { past: [...past, present].slice(-keptPlaces), present: next, ahead: [] }
  }
  if (step.kind === 'back') {
    const before = past.at(-1)
    return before === undefined ? places : { past: past.slice(0, -1), present: before, ahead: [present, ...ahead] }
  }
  const [next, ...rest] = ahead
  return next === undefined ? places : { past: [...past, present], present: next, ahead: rest }
}

/** Keys that come into a list pick its first row: Back leads to where one came from, not to the same list with nothing picked. */
function isFirstPick(present: HeapPlace, next: HeapPlace): boolean {
  if (next.tab !== present.tab || present.object !== null) return false
  const isFirstObject = next.object !== null && next.type === present.type
  const isFirstType = present.type === null && next.type !== null && next.object === null
  return isFirstObject || isFirstType
}
