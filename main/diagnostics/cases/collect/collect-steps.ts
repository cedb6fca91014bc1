import { hasHeapGraph } from '../../../../shared/model/heap/has-heap-graph.ts'
import path from 'node:path'
import { traceSpec } from '../../../../shared/case/checklist.ts'
import type { StepKind } from '../../../../shared/case/case-document.ts'
import { readTargetView } from '../../../os/target-view.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import { isForeignThere } from '../../../foreign/foreign-files.ts'
import { reasonSentence } from '../../../../shared/words/recording-reasons.ts'
import { captureHeap } from '../../heaps/capture-heap.ts'
import { errorText, reasons } from '../case-words.ts'
import { countersStep } from './counters-step.ts'
import { dumpStep } from './dump-step.ts'
import { flightStep } from './flight-step.ts'
import { machineFacts } from './machine-facts.ts'
import { moduleFacts } from './module-facts.ts'
import { environmentFacts, processFacts } from './process-facts.ts'
import type { StepContext, StepOutcome } from './step-context.ts'
import { stackFiles, takeSnapshots } from './stack-files.ts'
import { failed, file, gone, json, notApplicable, outcomeOf, record, stepOf, targetOf } from './step-results.ts'

type Step = (context: StepContext) => Promise<StepOutcome>

/** By kind. Each gives what it made and how it went; none of them leaves the process other than it was. */
export const steps: Readonly<Record<StepKind, Step>> = {
  async process(context) {
    const row = context.row()
    if (row === null) return gone(context)
    const details = row.machine === undefined ? context.directory.detailsOf(context.pid) : null
    const facts = processFacts(row, details, context.privacy)
    return json(context, 'process.json', 'Process information', facts)
  },

  async environment(context) {
    if (context.row() === null) return gone(context)
    const read = await environmentFacts(context.directory, context.key, context.privacy)
    return read.ok ? json(context, 'environment.json', 'Environment variables', read.value.json) : failed(read.error)
  },

  async machine(context) {
    return json(
      context,
      'machine.json',
      'Machine and container',
      await machineFacts(context.pid, context.work, context.privacy),
    )
  },

  async modules(context) {
    const view = readTargetView(context.pid)
    if (view === null || view.memory.files.length === 0)
      return process.platform === 'linux' ? { state: 'failed', reason: reasons.noMap } : notApplicable(reasons.noMap)
    const modules = await moduleFacts(view, context.privacy)
    return json(context, 'modules.json', 'Runtimes and modules', {
      runtimeFolder: context.privacy.value(view.memory.runtimeFolder),
      modules,
    })
  },

  flight: (context) => flightStep(context),

  async counters(context) {
    const step = stepOf(context, 'counters')
    const target = targetOf(context, true)
    if (step === null) return { state: 'not-requested' }
    return 'state' in target ? target : countersStep(context, target, step.seconds)
  },

  async stacks(context) {
    const step = stepOf(context, 'stacks')
    const target = targetOf(context, true)
    if (step === null) return { state: 'not-requested' }
    if ('state' in target) return target
    if (target.row.runtimeFlavour === 'nativeaot') return notApplicable(reasons.noStacks)
    const title = `${context.name} (${context.pid})`
    const order = { ...step, title, folder: context.work, signal: context.signal }
    const { taken, error } = await takeSnapshots(context.short, target, order)
    if (taken.length === 0) return error === null ? { state: 'cancelled', reason: context.stopReason() } : failed(error)
    const isWhole = taken.length === step.count
    const reason = isWhole ? null : error === null ? context.stopReason() : errorText(error)
    const outcome: StepOutcome = { state: isWhole ? 'done' : 'partial', reason }
    const files = stackFiles.map(({ name, title: what, form }) => file(context, name, what, form, outcome))
    return { ...outcome, files }
  },

  async trace(context) {
    const step = stepOf(context, 'trace')
    const target = targetOf(context, false)
    if (step === null) return { state: 'not-requested' }
    if ('state' in target) return target
    const name = 'trace.nettrace'
    const isSuspended = target.row.state === 'suspended'
    if (isSuspended && !context.collection.resumes) return notApplicable(reasons.suspendedTrace)
    const resume = async (): Promise<void> => {
      await context.directory.resume(context.key)
    }
    const spec = traceSpec(step, context.collection.wantsLogs)
    const what = { spec, path: path.join(context.work, name), seconds: step.seconds }
    const recorded = await record(context, target, isSuspended ? { ...what, onStarted: resume } : what)
    if (!recorded.ok) return failed(recorded.error)
    const outcome = outcomeOf(context, recorded.value)
    const files = [file(context, name, 'Recording', 'trace', outcome)]
    const symbols = symbolsPathOf(name)
    if ((await isForeignThere(path.join(context.work, symbols))) === true)
      files.push(file(context, symbols, 'Symbols of the recording', 'trace', { state: 'done' }))
    return { ...outcome, files }
  },

  async 'heap-graph'(context) {
    if (!context.collection.wantsHeap) return { state: 'not-requested' }
    const target = targetOf(context, true)
    if ('state' in target) return target
    if (!hasHeapGraph(target.row)) return notApplicable(reasons.noHeap)
    const raw = path.join(context.work, 'heap.raw')
    const { registry, recorderPath, signal, onBytes } = context
    const captured = await captureHeap(registry, {
      endpoint: target.endpoint,
      runtimeVersion: target.row.runtimeVersion,
      path: raw,
      recorderPath,
      onBytes,
      signal,
    })
    if (!captured.ok) return failed(captured.error)
    const written = await context.host.ask('gcdump', { from: raw, to: path.join(context.work, 'heap.gcdump') })
    if (!written.ok) return failed(written.error)
    const isWhole = written.value.isComplete && captured.value.isComplete
    const outcome: StepOutcome = isWhole
      ? { state: 'done' }
      : { state: 'partial', reason: reasonSentence(captured.value.reason) }
    return {
      ...outcome,
      files: [file(context, 'heap.gcdump', 'Heap graph: types and references', 'none', outcome, 'without-values')],
    }
  },

  dump: (context) => dumpStep(context),
  // Made of the masked trace, when the package is.
  logs: () => Promise.resolve({ state: 'not-requested' }),
  findings: () => Promise.resolve({ state: 'not-requested' }),
}
