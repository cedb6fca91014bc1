import type {
  TraceFrameCode,
  TraceFrameFacts,
  TraceFrameQuestion,
} from '../../../shared/model/trace/trace-frame-facts.ts'
import type { TraceRange, TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { JitEvents } from '../reports/jit-events.ts'
import type { CodeEvents } from '../code/code-events.ts'
import { frameOrigin } from '../stacks/frames/frame-origin.ts'
import { type FrameSource, sampleFacts, stackFacts, threadRows } from '../stacks/frames/frame-facts.ts'
import { type CodeOrigin, codeOrigin } from '../stacks/frames/il-places.ts'
import type { SelectedStacks } from '../stacks/selected-stacks.ts'
import { samplingIntervalMs, ticksToMs } from '../trace/sample-question.ts'
import type { TraceParts } from '../trace/trace-parts.ts'

/** Tiers and re-JITs of one method; generic ones have many. */
const mostCodes = 20

/** Everything that is known of a function under a selection. */
export function frameFactsOf(
  parts: TraceParts,
  trace: Trace,
  stacks: SelectedStacks,
  { selection, frame }: TraceFrameQuestion,
): TraceFrameFacts {
  const source = samplesUnder(parts, trace, stacks, selection)
  const { calls, range } = source
  const { functions } = parts.sampled.prepare().tree
  const functionIndex = functions.find(frame.method, frame.module)
  const { threads, bins, rules } = sampleFacts(source, functionIndex)
  const codes = functionIndex < 0 ? [] : functions.codesOf(functionIndex)
  return {
    ...stackFacts(calls, functionIndex),
    threads: threadRows(threads, (index) => trace.threads[index]),
    when: { ...range, samples: bins },
    rules,
    origin: functionIndex < 0 ? 'base' : frameOrigin(functions.get(functionIndex), calls.isOwn),
    code: parts.imported === null ? distinctCode(parts.sampled.code, codes) : [],
    compileMs: compileTicks(parts.jit, frame.method, (ticks) => ticksToMs(trace, ticks)),
    modulePath: shownPath(parts, modulePath(parts.sampled.code, codes)),
    intervalMs: samplingIntervalMs(trace),
  }
}

/** Where the code of a function comes from, and where in it the samples are. */
export function codeOriginOf(
  parts: TraceParts,
  trace: Trace,
  stacks: SelectedStacks,
  { selection, frame }: TraceFrameQuestion,
): CodeOrigin {
  const functionIndex = parts.sampled.prepare().tree.functions.find(frame.method, frame.module)
  return codeOrigin(parts.sampled, samplesUnder(parts, trace, stacks, selection), functionIndex)
}

/** Samples as the transforms of a selection show them, with what the selection restricts. */
export function samplesUnder(
  parts: TraceParts,
  trace: Trace,
  stacks: SelectedStacks,
  selection: TraceSelection,
): FrameSource {
  const { samples, placeOf, filter } = stacks.samples(selection)
  return {
    calls: stacks.callTree(selection),
    places: placeOf,
    samples,
    filter,
    range: selection.range ?? wholeRange(parts, trace),
    ticksPerMs: (trace.header?.ticksPerSecond ?? 1) / 1000,
  }
}

function wholeRange({ span }: TraceParts, trace: Trace): TraceRange {
  if (span.isEmpty) return { fromMs: 0, toMs: 1 }
  const fromMs = ticksToMs(trace, span.firstTicks)
  return { fromMs, toMs: Math.max(ticksToMs(trace, span.lastTicks), fromMs + 0.001) }
}

function distinctCode({ methods }: CodeEvents, codes: readonly number[]): readonly TraceFrameCode[] {
  const found = new Map<string, TraceFrameCode>()
  for (const code of codes) {
    const { size, isNative } = methods.code(code)
    const tier = isNative === true ? 'Native' : methods.tier(code)
    found.set(`${tier} ${String(size)}`, { tier, sizeBytes: size })
    if (found.size === mostCodes) break
  }
  return [...found.values()]
}

/** Events of compilations name the method, not the code they made. Null: none has that name. */
function compileTicks(events: JitEvents, method: string, toMs: (ticks: number) => number): number | null {
  const bracket = method.indexOf('(')
  const wanted = bracket < 0 ? method : method.slice(0, bracket)
  let ticks: number | null = null
  for (let row = 0; row < events.count; row++) {
    // The last part first: it differs for nearly all.
    const name = events.texts.text(events.nameText.at(row))
    if (!wanted.endsWith(`.${name}`)) continue
    if (wanted.length !== name.length + 1 + events.texts.text(events.namespaceText.at(row)).length) continue
    if (!wanted.startsWith(events.texts.text(events.namespaceText.at(row)))) continue
    ticks = (ticks ?? 0) + events.durationTicks.at(row)
  }
  return ticks === null ? null : toMs(ticks)
}

/** Other tools name a module, or the file of a function. */
function shownPath({ imported }: TraceParts, path: string): string {
  return imported === null || /[\\/]/.test(path) ? path : ''
}

function modulePath({ methods, modules }: CodeEvents, codes: readonly number[]): string {
  const [first] = codes
  return first === undefined ? '' : modules.path(methods.code(first).moduleId)
}
