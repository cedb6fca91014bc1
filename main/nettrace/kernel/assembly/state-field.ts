import { type Code, i32 } from './assembler.ts'

/** 32-bit fields of the decode state, by their offset in `state` of kernel-layout.ts. */
export const field = {
  load: (offset: number): Code => i32.load(i32.const(offset)),
  store: (offset: number, value: Code): Code => i32.store(i32.const(offset), value),
}
