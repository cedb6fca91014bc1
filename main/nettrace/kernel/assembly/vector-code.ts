import { type Code, i32, unsigned } from './assembler.ts'

const simd = (opcode: number): Code => [0xfd, unsigned(opcode)]
const laneLoad =
  (opcode: number) =>
  (address: Code, into: Code, lane: number, offset = 0) =>
    [address, into, simd(opcode), 0, unsigned(offset), lane] as const

/** Lanes are numbered from the lowest address on. */
export const v128 = {
  store: (address: Code, value: Code, offset = 0): Code => [address, value, simd(11), 0, unsigned(offset)],
  /** Four bytes into lane 0, zeros into the others. */
  load32Zero: (address: Code, offset = 0): Code => [address, simd(92), 0, unsigned(offset)],
  load32Lane: laneLoad(86),
  and: (a: Code, b: Code): Code => [a, b, simd(78)],
  or: (a: Code, b: Code): Code => [a, b, simd(80)],
  splatI32: (value: Code): Code => [value, simd(17)],
  splatF64: (value: Code): Code => [value, simd(20)],
  lanesI32: (...lanes: readonly [number, number, number, number]): Code => [
    simd(12),
    ...lanes.flatMap((lane) => [0, 8, 16, 24].map((shift) => (lane >>> shift) & 255)),
  ],
  addI32: (a: Code, b: Code): Code => [a, b, simd(174)],
  mulI32: (a: Code, b: Code): Code => [a, b, simd(181)],
  eqI32: (a: Code, b: Code): Code => [a, b, simd(55)],
  shrI32: (a: Code, count: number): Code => [a, i32.const(count), simd(173)],
  /** i32: whether no lane is zero. */
  allI32: (a: Code): Code => [a, simd(163)],
  addF64: (a: Code, b: Code): Code => [a, b, simd(240)],
  /** Lanes 0 and 1, unsigned. */
  f64FromI32U: (a: Code): Code => [a, simd(255)],
  f64Lane: (a: Code, lane: number): Code => [a, simd(33), lane],
  /** 32-bit lanes by number: 0 to 3 of `a`, 4 to 7 of `b`. */
  pickI32: (a: Code, b: Code, lanes: readonly [number, number, number, number]): Code => [
    a,
    b,
    simd(13),
    lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte)),
  ],
}
