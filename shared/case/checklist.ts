import * as v from 'valibot'
import { collectItems, itemById, specOf } from '../recording/presets.ts'
import type { RecordingSpec } from '../model/recording.ts'

/*
 * A checklist says what a case collects and what to ask the person who reported the fault. Teams share them as files
 * (docs/formats/checklist.md).
 */

export const checklistKind = 'pipescope-checklist'
export const checklistVersion = 1

const seconds = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most))
const text = (most: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(most))

export const dumpTypes = ['mini', 'heap', 'triage', 'full'] as const

export const checklistStepSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('counters'), seconds: seconds(3600) }),
  v.strictObject({
    kind: v.literal('stacks'),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(20)),
    secondsApart: seconds(600),
  }),
  v.strictObject({
    kind: v.literal('trace'),
    seconds: seconds(3600),
    items: v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.check((id) => itemById(id) !== null, 'unknown item'),
        ),
      ),
      v.minLength(1),
      v.maxLength(collectItems.length),
    ),
  }),
  /** Only where they are asked for. */
  v.strictObject({ kind: v.literal('logs') }),
  v.strictObject({ kind: v.literal('heap-graph') }),
  v.strictObject({ kind: v.literal('dump'), type: v.picklist(dumpTypes) }),
])
export type ChecklistStep = v.InferOutput<typeof checklistStepSchema>

export const checklistSchema = v.strictObject({
  kind: v.literal(checklistKind),
  version: v.literal(checklistVersion),
  id: v.pipe(text(60), v.regex(/^[a-z0-9][a-z0-9-]*$/)),
  title: text(100),
  text: text(400),
  /** Of everything, packing included. */
  limitSeconds: seconds(7200),
  steps: v.pipe(
    v.array(checklistStepSchema),
    v.maxLength(6),
    v.check((steps) => new Set(steps.map(({ kind }) => kind)).size === steps.length, 'a step twice'),
  ),
  /** For the person who reported the fault. */
  questions: v.pipe(v.array(text(300)), v.maxLength(30)),
})
/** Of an answer to a question; a story goes into the notes. */
export const longestAnswer = 2000

export type Checklist = v.InferOutput<typeof checklistSchema>

/** What a trace step records. Log messages only where they are wanted. */
export function traceSpec(step: ChecklistStep & { readonly kind: 'trace' }, wantsLogs: boolean): RecordingSpec {
  const ids = wantsLogs && !step.items.includes('logs-json') ? [...step.items, 'logs-json'] : step.items
  return specOf(ids.flatMap((id) => itemById(id)?.provider ?? []))
}

/** Counters that Microsoft's libraries publish; providers that the process lacks cost nothing. */
const counterProviders = [
  'System.Runtime',
  'Microsoft.AspNetCore.Hosting',
  'Microsoft-AspNetCore-Server-Kestrel',
  'System.Net.Http',
  'System.Net.NameResolution',
  'System.Net.Security',
  'System.Net.Sockets',
  'Microsoft.Data.SqlClient.EventSource',
  'Microsoft.EntityFrameworkCore',
]

export function counterSpec(): RecordingSpec {
  const [pattern] = collectItems.filter(({ id }) => id === 'runtime-counters')
  const providers = counterProviders.flatMap((name) => (pattern === undefined ? [] : [{ ...pattern.provider, name }]))
  return { ...specOf(providers, { rundown: 'none', stacks: true }), bufferMB: 16 }
}
