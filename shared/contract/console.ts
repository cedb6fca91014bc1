import * as v from 'valibot'
import type { AppError } from '../base/errors.ts'
import type { ConsoleMessage } from '../model/console.ts'
import { defineChannel } from './channel.ts'
import { targetRefSchema } from './target-ref.ts'

const draft = v.strictObject({
  target: targetRefSchema,
  command: v.pipe(v.string(), v.maxLength(40)),
  payload: v.variant('kind', [
    v.strictObject({
      kind: v.literal('fields'),
      values: v.record(v.pipe(v.string(), v.maxLength(40)), v.nullable(v.pipe(v.string(), v.maxLength(130_000)))),
    }),
    v.strictObject({ kind: v.literal('bytes'), bytes: v.pipe(v.instance(Uint8Array), v.maxLength(0xffff)) }),
  ]),
})

/** One request as a person wrote it. It goes through the same guards as every other one; what would harm is not sent. */
export const consoleChannels = {
  /** What would be sent, or why nothing will be. */
  'console.preview': defineChannel(draft)<{
    readonly request: ConsoleMessage | null
    readonly refusal: AppError | null
  }>(),
  'console.send': defineChannel(draft)<{
    /** Null: refused, and no byte was sent. */
    readonly request: ConsoleMessage | null
    /** What came, also when it is an error message or breaks off. */
    readonly reply: ConsoleMessage | null
    readonly error: AppError | null
    readonly elapsedMs: number
  }>(),
}
