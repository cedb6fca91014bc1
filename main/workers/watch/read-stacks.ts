import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { SnapshotStacks, StackGroup } from '../../../shared/model/stack-snapshot.ts'
import { readTraceFile } from '../trace/trace-file.ts'
import type { NamedFrame } from '../../../shared/model/trace/trace-selection.ts'
import { CodeNames } from '../../analysis/code/code-names.ts'
import { stackAddresses } from '../../analysis/stacks/stack-addresses.ts'
import { combineListeners } from '../../analysis/trace/combine-listeners.ts'
import type { TraceListener } from '../../nettrace/trace/trace-listener.ts'
import { sampleKinds } from '../../analysis/stacks/samples.ts'
import { countsAsRunning, isRunningReported, StackJudge } from './running-samples.ts'
import { sampleProvider } from '../../../shared/model/runtime-providers.ts'

interface Sample {
  readonly ticks: number
  readonly stackIndex: number
  readonly kind: number
}

/** The newest sample of each thread in a short recording, named by the recording's own rundown; equal stacks together. */
export async function readStacks(
  path: string,
  runtimeVersion: string | null = null,
): Promise<Result<SnapshotStacks, AppError>> {
  const names = new CodeNames()
  const frames = new Map<number, Float64Array>()
  const newest = new Map<number, Sample>()
  let pointerBytes = 8
  let sampleCount = 0
  const samples: TraceListener = {
    onHeader: (header) => (pointerBytes = header.pointerBytes),
    onEventType(type) {
      if (type.provider !== sampleProvider || type.eventId !== 0) return null
      return (_bytes, view, start, end, row, segment) => {
        if (end - start < 4) return
        sampleCount += 1
        const thread = segment.threadIndex[row]!
        const ticks = segment.timestamp[row]!
        const known = newest.get(thread)
        if (known !== undefined && known.ticks > ticks) return
        newest.set(thread, { ticks, stackIndex: segment.stackIndex[row]!, kind: view.getUint32(start, true) })
      }
    },
    onStack(_bytes, view, start, end, stackIndex) {
      frames.set(stackIndex, stackAddresses(view, start, end, pointerBytes))
    },
  }
  const read = await readTraceFile(path, combineListeners([names.listener(), samples]))
  if (!read.ok) return read
  const trace = read.value
  let unnamedFrameCount = 0
  const named = new Map<number, NamedFrame>()
  const nameOf = (address: number): NamedFrame => {
    const known = named.get(address)
    if (known !== undefined) return known
    const { frame, isNamed } = names.frameAt(address)
    if (!isNamed) unnamedFrameCount += 1
    named.set(address, frame)
    return frame
  }
  const groups = new Map<string, { frames: readonly NamedFrame[]; state: StackGroup['state']; threadIds: number[] }>()
  const stackOf = (sample: Sample): readonly NamedFrame[] => Array.from(frames.get(sample.stackIndex) ?? [], nameOf)
  const judge = new StackJudge()
  const judged = Array.from(newest, ([thread, sample]) => {
    const stack = stackOf(sample)
    return { thread, stack, ...judge.judge(sample.kind, stack.length, (at) => stack[at]!.method) }
  })
  const isRunningKnown = isRunningReported(
    runtimeVersion,
    [...newest.values()].filter(({ kind }) => kind === sampleKinds.managed).length,
    judged.filter(({ looksComputing }) => looksComputing).length,
  )
  for (const { thread, stack, ...verdict } of judged) {
    const state = countsAsRunning(verdict, isRunningKnown) ? 'running' : 'waiting'
    // By name, not by address: two calls at different places of one method look the same to a person.
    const key = `${state}\n${stack.map((frame) => `${frame.module}!${frame.method}`).join('\n')}`
    const group = groups.get(key) ?? { frames: stack, state, threadIds: [] }
    group.threadIds.push(trace.threads[thread]?.id ?? 0)
    groups.set(key, group)
  }
  const lastTicks = Math.max(0, ...[...newest.values()].map((sample) => sample.ticks))
  return ok({
    takenMs: trace.unixMs(lastTicks),
    threadCount: newest.size,
    sampleCount,
    unnamedFrameCount,
    groups: [...groups.values()].sort(
      (a, b) =>
        b.threadIds.length - a.threadIds.length || Number(b.state === 'running') - Number(a.state === 'running'),
    ),
  })
}
