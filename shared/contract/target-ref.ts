import * as v from 'valibot'

/** What an action is done to: a row of the process list, or a runtime that came to a port of ours (it may still wait there). */
export const targetRefSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('process'), key: v.pipe(v.string(), v.maxLength(200)) }),
  v.strictObject({
    kind: v.literal('port'),
    portId: v.pipe(v.string(), v.maxLength(100)),
    cookie: v.pipe(v.string(), v.maxLength(100)),
  }),
])
export type TargetRef = v.InferOutput<typeof targetRefSchema>

/** A path as the target names it. */
export const targetPath = v.pipe(v.string(), v.minLength(1), v.maxLength(4096))
