import { NodeSet } from '../graph/node-set.ts'
import { orderByFloats } from '../graph/order-by-words.ts'
import type { HeapFindingFacts } from './heap-finding-facts.ts'

/** A child with so much of what its owner retains is what it retains it by (Eclipse MAT). */
const chainShare = 0.7
const longestChain = 1000

/**
 * Objects that no other object keeps alive, what retains most first. The tables in which a runtime keeps statics and literals are no owners: what
 * they hold is.
 */
export function topObjects(facts: HeapFindingFacts): Uint32Array {
  const found = new NodeSet(facts.graph)
  const holders = new NodeSet(facts.graph)
  holders.add(0)
  for (const holder of holders)
    for (const child of facts.children(holder))
      (facts.isPseudo(child) || isTableOfRuntime(facts, child) ? holders : found).add(child)
  return orderByFloats(facts.retained, found.nodes)
}

/** `object[]` directly under a handle or under nothing at all; that of a static field is the program's. */
function isTableOfRuntime(facts: HeapFindingFacts, node: number): boolean {
  if (facts.nameOf(node) !== 'object[]' || facts.children(node).length === 0) return false
  const holder = facts.tree.dominatorOf[node]!
  return facts.isPseudo(holder) && !/^\[(?:thread )?static var /.test(facts.nameOf(holder))
}

/** Nodes from here on down, each with most of what the one above retains. */
export function chainBelow(facts: HeapFindingFacts, node: number): readonly number[] {
  const chain = [node]
  for (let at = node; chain.length < longestChain; chain.push(at)) {
    const next = largestChild(facts, at)
    if (next < 0 || facts.retained[next]! < facts.retained[at]! * chainShare) break
    at = next
  }
  return chain
}

/** Where what a node retains splits up. */
export function accumulationBelow(facts: HeapFindingFacts, node: number): number {
  return chainBelow(facts, node).at(-1)!
}

/** The first object on that way that is the program's own; the node itself where none is. */
export function namedOwner(facts: HeapFindingFacts, node: number): number {
  return chainBelow(facts, node).find((one) => isOfProgram(facts.nameOf(one))) ?? node
}

/** The nearest object above that is the program's own, or the top one. */
export function ownerAbove(facts: HeapFindingFacts, node: number): number {
  let top = node
  for (let at = node; at !== 0 && !facts.isPseudo(at); at = facts.tree.dominatorOf[at]!) {
    if (isOfProgram(facts.nameOf(at))) return at
    if (!isTableOfRuntime(facts, at)) top = at
  }
  return top
}

/** Neither of the framework nor an array, whose names say nothing about who made them. */
export function isOfProgram(name: string): boolean {
  if (name.endsWith(']')) return false
  return name.includes('.') ? !/^(?:System|Microsoft|Interop|Internal)\./.test(name) : !keywords.has(name)
}

const keywords = new Set(['string', 'object', 'bool', 'byte', 'char', 'int', 'long', 'double', 'float', 'decimal'])

function largestChild(facts: HeapFindingFacts, node: number): number {
  let largest = -1
  for (const child of facts.children(node))
    if (largest < 0 || facts.retained[child]! > facts.retained[largest]!) largest = child
  return largest
}
