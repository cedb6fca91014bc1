import type { FunctionEntry } from '../../code/function-table.ts'

/** A tree of functions as it is walked and added up: that of a trace, or one reshaped by transforms. Node 0 is the root; parents have smaller numbers. */
export interface CodeTree {
  readonly count: number
  readonly functions: { readonly count: number; get(index: number): FunctionEntry }
  functionOf(node: number): number
  parentOf(node: number): number
  /** 0: none. */
  firstChildOf(node: number): number
  nextSiblingOf(node: number): number
}
