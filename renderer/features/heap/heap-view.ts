import { createContext, useContext } from 'react'
import type { HeapSummary } from '../../../shared/model/heap/heap-document.ts'
import type { HeapTarget } from '../../store/navigation-slice.ts'

export const heapTabs = [
  'types',
  'dominators',
  'treemap',
  'paths',
  'objects',
  'findings',
  'compare',
  'threads',
  'info',
] as const
export type HeapTab = (typeof heapTabs)[number]

/** A type by its group in the graph. */
export interface PickedType {
  readonly group: number
  readonly name: string
  readonly module: string
}

export interface PickedObject {
  readonly node: number
  readonly name: string
}

/** What every tab shares: one type and one object are selected at most. */
export interface HeapPlace {
  readonly tab: HeapTab
  readonly type: PickedType | null
  readonly object: PickedObject | null
  /** Of Dominators: keys of the rows down to the one that was asked for; null: none was. */
  readonly row: readonly number[] | null
}

export interface HeapView extends HeapPlace {
  readonly target: HeapTarget
  readonly summary: HeapSummary
  readonly go: (to: Partial<HeapPlace>) => void
}

const HeapContext = createContext<HeapView | null>(null)
export const HeapViewProvider = HeapContext.Provider

export function useHeapView(): HeapView {
  const view = useContext(HeapContext)
  if (view === null) throw new Error('a part of a heap document outside of one')
  return view
}
