import * as v from 'valibot'
import { ownCodeRulesSchema } from '../model/own-code-schema.ts'
import {
  mostPatternChars,
  mostSelectedThreads,
  traceGroupings,
  traceSampleClasses,
} from '../model/trace/trace-selection.ts'

/** Names of methods come from the trace and may be long; longer ones are cut when it is read. */
const frameText = v.pipe(v.string(), v.maxLength(20_000))
const maxTransforms = 50
const patternText = v.pipe(v.string(), v.maxLength(mostPatternChars))

export const traceTimeMs = v.pipe(v.number(), v.finite())
export const traceClasses = v.pipe(
  v.array(v.picklist(traceSampleClasses)),
  v.maxLength(traceSampleClasses.length),
  v.readonly(),
)
export const traceThreads = v.pipe(
  v.array(v.pipe(v.number(), v.integer())),
  v.maxLength(mostSelectedThreads),
  v.readonly(),
)
export const traceRange = v.strictObject({ fromMs: traceTimeMs, toMs: traceTimeMs })
export const traceFrame = v.strictObject({ method: frameText, module: frameText, name: v.optional(frameText) })

const transform = v.variant('kind', [
  v.strictObject({ kind: v.picklist(['focus', 'only', 'drop', 'hide']), frame: traceFrame }),
  v.strictObject({ kind: v.literal('fold-module'), module: frameText }),
  v.strictObject({ kind: v.picklist(['fold-recursion', 'own-code', 'join-async']) }),
  v.strictObject({
    kind: v.literal('patterns'),
    group: patternText,
    fold: patternText,
    include: patternText,
    exclude: patternText,
  }),
  v.strictObject({ kind: v.literal('group'), by: v.picklist(traceGroupings) }),
])

/** What a page may select; every question about a trace carries one. */
export const traceSelection = v.strictObject({
  range: v.nullable(traceRange),
  threads: v.nullable(traceThreads),
  classes: v.nullable(traceClasses),
  transforms: v.pipe(v.array(transform), v.maxLength(maxTransforms), v.readonly()),
  ownCode: v.optional(ownCodeRulesSchema),
})
