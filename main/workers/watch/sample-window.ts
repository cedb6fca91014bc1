import type { TopFunctions } from '../../../shared/model/recording.ts'
import type { CodeNames } from '../../analysis/code/code-names.ts'
import { stackAddresses } from '../../analysis/stacks/stack-addresses.ts'
import type { NamedFrame } from '../../../shared/model/trace/trace-selection.ts'
import { sampleKinds } from '../../analysis/stacks/samples.ts'
import { countsAsRunning, isRunningReported, type JudgedStack, StackJudge } from './running-samples.ts'

/** What is looked back on. */
const windowSeconds = 10
/** Those with the most time of their own, and those that most time was spent below. */
const topCount = 60

interface RunningStack extends JudgedStack {
  /** Addresses, leaf first. */
  readonly frames: Float64Array
  readonly count: number
}

/** Samples of the last ten seconds by stack, in buckets of a second; names are looked up when the picture is asked for. */
export class SampleWindow {
  readonly #runtimeVersion: string | null
  /** Kept: what a name says of its frame is the same in every second. */
  readonly #judge = new StackJudge()
  readonly #framesByStack = new Map<number, Float64Array>()
  readonly #lastSecondOfStack = new Map<number, number>()
  /** By second: samples in managed code and outside of it, by stack. */
  readonly #buckets = new Map<
    number,
    { readonly running: Map<number, number>; readonly outside: Map<number, number> }
  >()
  readonly #sampleCounts = new Map<number, number>()
  #newestSecond = 0

  constructor(runtimeVersion: string | null = null) {
    this.#runtimeVersion = runtimeVersion
  }

  /** Frames leaf first. */
  addStack(view: DataView, start: number, end: number, pointerBytes: number, stackIndex: number): void {
    this.#framesByStack.set(stackIndex, stackAddresses(view, start, end, pointerBytes))
    this.#lastSecondOfStack.set(stackIndex, this.#newestSecond)
  }

  addSample(seconds: number, stackIndex: number, kind: number): void {
    const second = Math.floor(seconds)
    if (second > this.#newestSecond) this.#advance(second)
    this.#sampleCounts.set(second, (this.#sampleCounts.get(second) ?? 0) + 1)
    let bucket = this.#buckets.get(second)
    if (bucket === undefined) this.#buckets.set(second, (bucket = { running: new Map(), outside: new Map() }))
    const counts = kind === sampleKinds.managed ? bucket.running : bucket.outside
    counts.set(stackIndex, (counts.get(stackIndex) ?? 0) + 1)
    this.#lastSecondOfStack.set(stackIndex, second)
  }

  /** Null while there is no sample. */
  top(names: CodeNames): { readonly top: TopFunctions; readonly knownShare: number | null } | null {
    const sampleCount = sum(this.#sampleCounts.values())
    if (sampleCount === 0) return null
    const byName = new Map<string, { frame: NamedFrame; self: number; total: number }>()
    let running = 0
    let frameCount = 0
    let knownCount = 0
    const { ran, isRunningKnown } = this.#whatRan(names)
    for (const { frames, leafAt, count } of ran) {
      running += count
      const seen = new Set<string>()
      for (let depth = leafAt; depth < frames.length; depth++) {
        const { frame, isNamed } = names.frameAt(frames[depth]!)
        frameCount += 1
        if (isNamed) knownCount += 1
        const key = `${frame.module}!${frame.method}`
        let entry = byName.get(key)
        if (entry === undefined) byName.set(key, (entry = { frame, self: 0, total: 0 }))
        if (depth === leafAt) entry.self += count
        if (!seen.has(key)) entry.total += count
        seen.add(key)
      }
    }
    const whole = Math.max(1, running)
    const functions = [...byName.values()]
      .sort((a, b) => Math.max(b.self, b.total / 4) - Math.max(a.self, a.total / 4))
      .slice(0, topCount)
      .map(({ frame, self, total }) => ({ ...frame, selfShare: self / whole, totalShare: total / whole }))
    return {
      top: { windowMs: windowSeconds * 1000, sampleCount, runningCount: running, isRunningKnown, functions },
      knownShare: frameCount === 0 ? null : knownCount / frameCount,
    }
  }

  /** Stacks that count as running: by the classes of an opened recording, or, where the runtime calls none so, those of computing code. */
  #whatRan(names: CodeNames): { readonly ran: readonly RunningStack[]; readonly isRunningKnown: boolean } {
    const running = new Map<number, number>()
    const outside = new Map<number, number>()
    for (const bucket of this.#buckets.values()) {
      addAll(running, bucket.running)
      addAll(outside, bucket.outside)
    }
    const judged = (counts: ReadonlyMap<number, number>, kind: number) =>
      [...counts].flatMap(([stackIndex, count]) => {
        const frames = this.#framesByStack.get(stackIndex)
        if (frames === undefined || frames.length === 0) return []
        const verdict = this.#judge.judge(kind, frames.length, (at) => names.find(frames[at]!)?.name ?? null)
        return [{ frames, count, ...verdict }]
      })
    const inside = judged(running, sampleKinds.managed)
    const others = judged(outside, sampleKinds.external)
    const isRunningKnown = isRunningReported(
      this.#runtimeVersion,
      sum(running.values()),
      sum(others.map(({ looksComputing, count }) => (looksComputing ? count : 0))),
    )
    return {
      ran: [...inside, ...others].filter((stack) => countsAsRunning(stack, isRunningKnown)),
      isRunningKnown,
    }
  }

  #advance(second: number): void {
    this.#newestSecond = second
    const oldest = second - windowSeconds
    for (const key of this.#sampleCounts.keys()) if (key <= oldest) this.#sampleCounts.delete(key)
    for (const key of this.#buckets.keys()) if (key <= oldest) this.#buckets.delete(key)
    // A stack's number is used for some seconds at most before the stream hands out new ones.
    for (const [stack, last] of this.#lastSecondOfStack) {
      if (last > oldest - windowSeconds) continue
      this.#lastSecondOfStack.delete(stack)
      this.#framesByStack.delete(stack)
    }
  }
}

function sum(values: Iterable<number>): number {
  let total = 0
  for (const value of values) total += value
  return total
}

function addAll(counts: Map<number, number>, more: ReadonlyMap<number, number>): void {
  for (const [stack, count] of more) counts.set(stack, (counts.get(stack) ?? 0) + count)
}
