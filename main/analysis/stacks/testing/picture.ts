import { CodeIndex } from '../../code/code-index.ts'
import { FunctionTable } from '../../code/function-table.ts'
import { type MethodCode, MethodTable } from '../../code/method-table.ts'
import { ModuleTable } from '../../code/module-table.ts'
import { type CallTree, callTree, calleesOf } from '../trees/call-tree.ts'
import { FunctionTree } from '../trees/function-tree.ts'
import { StackTree } from '../trees/stack-tree.ts'

/** For tests: stacks as text (`Main;Work;Sort 3`, root first), each name a method at an address of its own. */
export interface Picture {
  readonly stacks: StackTree
  readonly tree: FunctionTree
  readonly methods: MethodTable
  /** Node of the function tree at the leaf of each line. */
  readonly leaves: readonly number[]
  readonly weights: readonly number[]
}

const codeBytes = 0x100

export function picture(lines: readonly string[]): Picture {
  const methods = new MethodTable()
  const addresses = new Map<string, number>()
  const stacks = new StackTree()
  const weights: number[] = []
  const nodes: number[] = []
  for (const [index, line] of lines.entries()) {
    const [path = '', weight = '1'] = line.split(' ')
    const frames = path === '' ? [] : path.split(';')
    for (const frame of frames) {
      if (addresses.has(frame)) continue
      const start = 0x7f00_0000_0000 + addresses.size * codeBytes
      addresses.set(frame, start)
      // A name in brackets is code nobody names.
      if (!frame.startsWith('[')) methods.add(methodCode(methods, frame, start))
    }
    pushStack(
      stacks,
      frames.map((frame) => addresses.get(frame)! + 0x10),
      index + 1,
    )
    weights.push(Number(weight))
    nodes.push(stacks.nodeOf(index + 1))
  }
  const functions = new FunctionTable(methods, new ModuleTable(), new CodeIndex(methods))
  const tree = new FunctionTree(stacks, functions)
  return { stacks, tree, methods, weights, leaves: nodes.map((node) => tree.nodeAt(node, 0)) }
}

export function methodCode(
  methods: MethodTable,
  name: string,
  start: number,
  changes: Partial<MethodCode> = {},
): MethodCode {
  const nameText = textOf(methods, name)
  return {
    methodId: start,
    moduleId: 0,
    start,
    size: codeBytes,
    flags: 8,
    rejitId: 0,
    namespaceText: -1,
    nameText,
    signatureText: -1,
    loadTicks: Number.NEGATIVE_INFINITY,
    ...changes,
  }
}

/** Addresses root first. */
export function pushStack(stacks: StackTree, addresses: readonly number[], stackIndex: number): void {
  const bytes = new Uint8Array(addresses.length * 8)
  const view = new DataView(bytes.buffer)
  for (const [index, address] of addresses.toReversed().entries()) view.setBigUint64(index * 8, BigInt(address), true)
  stacks.onStack(bytes, view, 0, bytes.length, stackIndex)
}

export function callsOf({ tree, leaves, weights }: Picture): CallTree {
  const self = new Float64Array(tree.count)
  for (const [index, node] of leaves.entries()) self[node]! += weights[index]!
  return callTree(tree, self)
}

/** The tree as indented text: name, self, total. */
export function treeText(calls: CallTree, node = 0, indent = ''): string {
  const { tree, self, total } = calls
  return calleesOf(calls, node)
    .map((child) => {
      const { name } = tree.functions.get(tree.functionOf(child))
      return `${indent}${name} ${self[child]!}/${total[child]!}\n${treeText(calls, child, `${indent}  `)}`
    })
    .join('')
}

/** Code of a method with a type, as the runtime names it: `Shop.OrderService.Place(int32)` in its three parts. */
export function typedCode(
  methods: MethodTable,
  name: string,
  start: number,
  changes: Partial<MethodCode> = {},
): MethodCode {
  const bracket = name.indexOf('(')
  const path = bracket < 0 ? name : name.slice(0, bracket)
  const dot = path.endsWith('.ctor') ? path.length - '.ctor'.length - 1 : path.lastIndexOf('.')
  if (dot < 0) return methodCode(methods, name, start, changes)
  return methodCode(methods, path.slice(dot + 1), start, {
    namespaceText: textOf(methods, path.slice(0, dot)),
    signatureText: bracket < 0 ? -1 : textOf(methods, name.slice(bracket)),
    ...changes,
  })
}

function textOf(methods: MethodTable, text: string): number {
  const bytes = new Uint8Array(text.length * 2)
  for (let index = 0; index < text.length; index++) bytes[index * 2] = text.charCodeAt(index)
  return methods.texts.intern(bytes, 0, bytes.length)
}
