import { countOf } from '../../../shared/base/count-of.ts'
import { size } from '../../analysis/findings/words.ts'
import type { HeapRootKind } from '../graph/root-groups.ts'

const kindWords: Readonly<Record<HeapRootKind, string>> = {
  static: 'a static field',
  'thread-static': 'a thread static',
  stack: 'a stack',
  'finalizer-queue': 'the finalizer queue',
  'strong-handle': 'a strong handle',
  'pinned-handle': 'a pinned handle',
  'ref-counted-handle': 'a ref-counted handle',
  'dependent-handle': 'a dependent handle',
  'other-handle': 'a handle',
  com: 'COM',
  other: 'the runtime',
}

/** `static s_cache`, `the stack of Shop.Run()`, `a strong handle`. */
export function rootWords(kind: HeapRootKind, nodeName: string): string {
  const field = /^\[(thread )?static var (.+)\]$/.exec(nodeName)
  if (field !== null) return `${field[1] === undefined ? 'static' : 'thread static'} ${field[2]!}`
  const method = /^\[local vars of (.+)\]$/.exec(nodeName)
  return method === null ? kindWords[kind] : `the stack of ${method[1]!}`
}

/** `Shop.Cache`, held by its root where one is known. */
export function heldWords(name: string, root: string): string {
  return root === '' ? name : `${name}, held by ${root}`
}

/** `12 boxed values of int, 288 B`. */
export function typeWords(
  one: string,
  many: string,
): (type: { readonly count: number; readonly name: string; readonly bytes: number }) => string {
  return ({ count, name, bytes }) => `${countOf(count, one, many)} of ${name}, ${size(bytes)}`
}
