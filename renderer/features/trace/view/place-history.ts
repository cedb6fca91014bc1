import type { TracePlace } from './trace-view.ts'

/** As in a browser: going somewhere after going back forgets what was ahead. */
export interface PlaceHistory {
  readonly past: readonly TracePlace[]
  readonly present: TracePlace
  readonly ahead: readonly TracePlace[]
}

export type PlaceStep =
  { readonly kind: 'go'; readonly to: Partial<TracePlace> } | { readonly kind: 'back' } | { readonly kind: 'forward' }

const keptPlaces = 200

export function startAt(present: TracePlace): PlaceHistory {
  return { past: [], present, ahead: [] }
}

export function stepped(history: PlaceHistory, step: PlaceStep): PlaceHistory {
  const { past, present, ahead } = history
  switch (step.kind) {
    case 'go': {
      const next = { ...present, ...step.to }
      if (isSamePlace(next, present)) return history
      return { past: [...past, present].slice(-keptPlaces), present: next, ahead: [] }
    }
    case 'back': {
      const before = past.at(-1)
      return before === undefined ? history : { past: past.slice(0, -1), present: before, ahead: [present, ...ahead] }
    }
    case 'forward': {
      const [next, ...rest] = ahead
      return next === undefined ? history : { past: [...past, present], present: next, ahead: rest }
    }
  }
}

function isSamePlace(a: TracePlace, b: TracePlace): boolean {
  return a.tab === b.tab && JSON.stringify(a.selection) === JSON.stringify(b.selection)
}
