import * as v from 'valibot'
import { mostSavedViews, type SavedView, savedViewSchema } from '../../../shared/contract/saved-view.ts'
import { type RecordingMark, recordingMarkSchema } from '../../../shared/model/recording.ts'

/** More marks than a person sets are not ours. */
const maxMarks = 10_000
const maxThreadsPerTick = 100_000

const amount = v.pipe(v.number(), v.finite(), v.minValue(0))
const cpuTick = v.object({
  unixMs: v.pipe(v.number(), v.finite()),
  /** Of the process since it began, with threads that have ended. */
  processMs: amount,
  /** Of threads since they began, by id; only those that differ from the line before. */
  threads: v.pipe(
    v.record(v.pipe(v.string(), v.regex(/^\d{1,10}$/)), amount),
    v.check((threads) => Object.keys(threads).length <= maxThreadsPerTick),
  ),
  /** Threads of the line before that are gone. */
  ended: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(maxThreadsPerTick)), []),
})
const lineSchema = v.union([
  /** All marks: the last such line counts. */
  v.object({ marks: v.pipe(v.array(recordingMarkSchema), v.maxLength(maxMarks)) }),
  v.object({ cpu: cpuTick }),
  /** All views: the last such line counts. */
  v.object({ views: v.pipe(v.array(savedViewSchema), v.maxLength(mostSavedViews)) }),
])

export type CpuTick = v.InferOutput<typeof cpuTick>
export type SidecarLine =
  | { readonly marks: readonly RecordingMark[] }
  | { readonly views: readonly SavedView[] }
  | { readonly cpu: Omit<CpuTick, 'ended'> & { readonly ended?: readonly number[] } }

export interface Sidecar {
  /** Null: no line has any. */
  readonly marks: readonly RecordingMark[] | null
  readonly cpu: readonly CpuTick[]
  /** Null: no line has any. */
  readonly views: readonly SavedView[] | null
}

export function sidecarLine(line: SidecarLine): string {
  return JSON.stringify(line)
}

/** Lines that are not understood, and the last one of a cut file, say nothing. */
export function parseSidecar(text: string, wanted: 'marks' | 'cpu' | 'views'): Sidecar {
  let marks: readonly RecordingMark[] | null = null
  let views: readonly SavedView[] | null = null
  const cpu: CpuTick[] = []
  // The kind stands first, so the lines of the other kind are not even parsed.
  const start = `{"${wanted}":`
  for (const line of text.split('\n')) {
    if (!line.startsWith(start)) continue
    const parsed = v.safeParse(lineSchema, json(line))
    if (!parsed.success) continue
    if ('marks' in parsed.output) marks = parsed.output.marks
    else if ('views' in parsed.output) views = parsed.output.views
    else if ('cpu' in parsed.output) cpu.push(parsed.output.cpu)
  }
  return { marks, cpu, views }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
