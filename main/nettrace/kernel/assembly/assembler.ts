/**
 * A small assembler for WebAssembly modules of one imported memory and exported functions: enough for the decode kernel, in
 * the words of the instruction set. Code is a tree of byte lists and labelled blocks; the labels become relative depths when
 * the tree is written.
 */
export type Code = number | readonly Code[] | Branch | Structure

interface Branch {
  readonly branch: 'br' | 'br_if' | 'br_table'
  readonly labels: readonly Label[]
}

interface Structure {
  readonly structure: 'block' | 'loop' | 'if'
  readonly label: Label
  readonly body: Code
  readonly otherwise: Code | null
}

export interface Label {
  readonly name: string
}

export type ValueType = 'i32' | 'i64' | 'f64' | 'v128'

const typeBytes = { i32: 0x7f, i64: 0x7e, f64: 0x7c, v128: 0x7b } as const
const opBlock = { block: 0x02, loop: 0x03, if: 0x04 } as const
const opElse = 0x05
const opEnd = 0x0b
const opBranch = { br: 0x0c, br_if: 0x0d, br_table: 0x0e } as const
const noResult = 0x40

export interface Local {
  readonly get: Code
  set(value: Code): Code
  /** Sets and leaves the value. */
  tee(value: Code): Code
}

export function label(name: string): Label {
  return { name }
}

export function block(target: Label, ...body: Code[]): Code {
  return { structure: 'block', label: target, body, otherwise: null }
}

/** Runs once; a branch to its label starts it again. */
export function loop(target: Label, ...body: Code[]): Code {
  return { structure: 'loop', label: target, body, otherwise: null }
}

export function when(condition: Code, body: Code, otherwise: Code | null = null): Code {
  return [condition, { structure: 'if', label: label('if'), body, otherwise }]
}

export function br(target: Label): Code {
  return { branch: 'br', labels: [target] }
}

export function brIf(target: Label, condition: Code): Code {
  return [condition, { branch: 'br_if', labels: [target] }]
}

export function call(functionIndex: number, ...args: Code[]): Code {
  return [args, 0x10, unsigned(functionIndex)]
}

export const returns: Code = 0x0f
export const drop: Code = 0x1a

/** Copies bytes, also between ranges that overlap. */
export function copyMemory(to: Code, from: Code, byteCount: Code): Code {
  return [to, from, byteCount, 0xfc, unsigned(10), 0, 0]
}

/** `condition ? yes : no`, both evaluated. */
export function select(yes: Code, no: Code, condition: Code): Code {
  return [yes, no, condition, 0x1b]
}

const binary = (opcode: number) => (a: Code, b: Code) => [a, b, opcode] as const
const unary = (opcode: number) => (a: Code) => [a, opcode] as const
const load =
  (opcode: number, align: number) =>
  (address: Code, offset = 0) =>
    [address, opcode, align, unsigned(offset)] as const
const store =
  (opcode: number, align: number) =>
  (address: Code, value: Code, offset = 0) =>
    [address, value, opcode, align, unsigned(offset)] as const

export const i32 = {
  const: (value: number): Code => [0x41, signed(BigInt(value | 0))],
  load: load(0x28, 0),
  load8: load(0x2d, 0),
  load16: load(0x2f, 0),
  store: store(0x36, 0),
  store8: store(0x3a, 0),
  eqz: unary(0x45),
  eq: binary(0x46),
  ne: binary(0x47),
  ltS: binary(0x48),
  ltU: binary(0x49),
  gtS: binary(0x4a),
  gtU: binary(0x4b),
  leU: binary(0x4d),
  geU: binary(0x4f),
  add: binary(0x6a),
  sub: binary(0x6b),
  mul: binary(0x6c),
  and: binary(0x71),
  or: binary(0x72),
  xor: binary(0x73),
  shl: binary(0x74),
  shrU: binary(0x76),
  wrap: unary(0xa7),
}

export const i64 = {
  const: (value: bigint): Code => [0x42, signed(BigInt.asIntN(64, value))],
  load: load(0x29, 0),
  store: store(0x37, 0),
  eqz: unary(0x50),
  eq: binary(0x51),
  ne: binary(0x52),
  ltS: binary(0x53),
  gtS: binary(0x55),
  geS: binary(0x59),
  fromF64S: unary(0xb0),
  ctz: unary(0x7a),
  add: binary(0x7c),
  sub: binary(0x7d),
  mul: binary(0x7e),
  and: binary(0x83),
  or: binary(0x84),
  xor: binary(0x85),
  shl: binary(0x86),
  shrS: binary(0x87),
  shrU: binary(0x88),
  extendU: unary(0xad),
}

export const f64 = {
  load: load(0x2b, 0),
  store: store(0x39, 0),
  eq: binary(0x61),
  lt: binary(0x63),
  le: binary(0x65),
  add: binary(0xa0),
  fromI32U: unary(0xb8),
  fromI64S: unary(0xb9),
  fromBits: unary(0xbf),
}

export class FunctionBuilder {
  readonly #parameters: readonly ValueType[]
  readonly #locals: ValueType[] = []

  constructor(parameters: readonly ValueType[] = []) {
    this.#parameters = parameters
  }

  parameter(index: number): Local {
    return localAt(index)
  }

  local(type: ValueType): Local {
    this.#locals.push(type)
    return localAt(this.#parameters.length + this.#locals.length - 1)
  }

  write(body: Code): WrittenFunction {
    const bytes: number[] = [...unsigned(this.#locals.length)]
    for (const type of this.#locals) bytes.push(1, typeBytes[type])
    writeCode(body, [], bytes)
    bytes.push(opEnd)
    return { parameters: this.#parameters, body: bytes }
  }
}

export interface WrittenFunction {
  readonly parameters: readonly ValueType[]
  readonly body: readonly number[]
}

/** `\0asm`, version 1. */
const moduleHead = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]

/** Every function returns one i32. The memory is imported as `host.memory`, shared. */
export function writeModule(
  functions: Readonly<Record<string, WrittenFunction>>,
  memory: { readonly minimumPages: number; readonly maximumPages: number },
): Uint8Array {
  const all = Object.entries(functions)
  const sharedWithMaximum = 3
  const imported = [
    ...text('host'),
    ...text('memory'),
    2,
    sharedWithMaximum,
    ...unsigned(memory.minimumPages),
    ...unsigned(memory.maximumPages),
  ]
  const types = all.map(([, { parameters }]) => [
    0x60,
    ...vector(parameters.map((type) => [typeBytes[type]])),
    1,
    typeBytes.i32,
  ])
  const exported = all.map(([name], index) => [...text(name), 0, ...unsigned(index)])
  const bodies = all.map(([, { body }]) => [...unsigned(body.length), ...body])
  return Uint8Array.from([
    ...moduleHead,
    ...section(1, vector(types)),
    ...section(2, vector([imported])),
    ...section(3, vector(all.map((_, index) => unsigned(index)))),
    ...section(7, vector(exported)),
    ...section(10, vector(bodies)),
  ])
}

function writeCode(code: Code, enclosing: readonly Label[], out: number[]): void {
  if (typeof code === 'number') out.push(code)
  else if (isList(code)) for (const part of code) writeCode(part, enclosing, out)
  else if ('branch' in code) {
    const depths = code.labels.map((target) => {
      const depth = enclosing.indexOf(target)
      if (depth < 0) throw new Error(`branch out of ${target.name}`)
      return unsigned(depth)
    })
    out.push(opBranch[code.branch])
    if (code.branch === 'br_table') out.push(...unsigned(depths.length - 1))
    out.push(...depths.flat())
  } else {
    const inner = [code.label, ...enclosing]
    out.push(opBlock[code.structure], noResult)
    writeCode(code.body, inner, out)
    if (code.otherwise !== null) {
      out.push(opElse)
      writeCode(code.otherwise, inner, out)
    }
    out.push(opEnd)
  }
}

function isList(code: Exclude<Code, number>): code is readonly Code[] {
  return Array.isArray(code)
}

function localAt(index: number): Local {
  return {
    get: [0x20, unsigned(index)],
    set: (value) => [value, 0x21, unsigned(index)],
    tee: (value) => [value, 0x22, unsigned(index)],
  }
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content]
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()]
}

function text(value: string): number[] {
  return vector(Array.from(value, (character) => [character.charCodeAt(0)]))
}

export function unsigned(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}

function signed(value: bigint): number[] {
  const bytes: number[] = []
  let rest = value
  for (;;) {
    const byte = Number(rest & 127n)
    rest >>= 7n
    const isDone = (rest === 0n && byte < 64) || (rest === -1n && byte >= 64)
    bytes.push(isDone ? byte : byte | 128)
    if (isDone) return bytes
  }
}
