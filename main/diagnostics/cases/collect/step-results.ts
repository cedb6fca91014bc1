import path from 'node:path'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { ChecklistStep } from '../../../../shared/case/checklist.ts'
import { machineNameOfKey } from '../../../../shared/model/machine.ts'
import { reasonSentence } from '../../../../shared/words/recording-reasons.ts'
import { writeAtomically } from '../../../os/atomic-file.ts'
import { mayLookInto, type RecordingTarget } from '../../recordings/recording-target.ts'
import type { CollectedFile } from '../case-folder.ts'
import { errorText, reasonNotReady, reasons } from '../case-words.ts'
import type { StepContext, StepOutcome } from './step-context.ts'
import { recordFor, type TimedOptions, type TimedRecording } from './timed-recording.ts'

/* What steps have in common: whom they ask, how they record, and what becomes of it. */

export const failed = (error: AppError): StepOutcome =>
  // Only ever by the signal, whose reason the collector knows.
  error.kind === 'cancelled' ? { state: 'cancelled' } : { state: 'failed', reason: errorText(error) }
export const notApplicable = (reason: string): StepOutcome => ({ state: 'not-applicable', reason })

/** There is no row of it any more. */
export function gone({ key, pid }: Pick<StepContext, 'key' | 'pid'>): StepOutcome {
  if (machineNameOfKey(key) === null) return failed({ kind: 'process-gone', pid })
  return { state: 'failed', reason: reasons.goneOrDisconnected }
}

type StepWithKind<Kind extends ChecklistStep['kind']> = ChecklistStep & { readonly kind: Kind }

export function stepOf<Kind extends ChecklistStep['kind']>(
  { collection }: StepContext,
  kind: Kind,
): StepWithKind<Kind> | null {
  return (collection.checklist.steps.find((step) => step.kind === kind) as StepWithKind<Kind> | undefined) ?? null
}

/** Whom to ask, or why nobody can be asked. `needsManaged`: a runtime that waits at its start has nothing to tell. */
export function targetOf(context: StepContext, needsManaged: boolean): RecordingTarget | StepOutcome {
  const row = context.row()
  if (row === null) return gone(context)
  const reason = reasonNotReady(row)
  const endpoint = context.directory.endpointOf(context.key)
  if (reason !== null) return { state: 'failed', reason }
  if (endpoint === null) return failed({ kind: 'process-gone', pid: context.pid })
  if (needsManaged && row.state === 'suspended') return notApplicable(reasons.suspended)
  return {
    row,
    endpoint,
    cpu: { percent: null, beforePercent: null },
    mayLook: () => mayLookInto(context.row(), []),
  }
}

export function record(
  context: StepContext,
  target: RecordingTarget,
  what: Pick<TimedOptions, 'spec' | 'path' | 'seconds' | 'onStarted'>,
): Promise<Result<TimedRecording, AppError>> {
  const { signal, onBytes, otherBytes } = context
  return recordFor(context.parts, target, { ...what, signal, onBytes, otherBytes })
}

export function outcomeOf(context: StepContext, { judged, cutBy }: TimedRecording): StepOutcome {
  const because = judged.reasons.map(reasonSentence)
  if (cutBy === 'disk') because.unshift(reasons.diskLow)
  if (cutBy === 'signal') because.unshift(context.stopReason())
  if (judged.error !== null && because.length === 0) because.push(errorText(judged.error))
  return because.length === 0 ? { state: 'done' } : { state: 'partial', reason: because.join(' ') }
}

export async function json(context: StepContext, name: string, title: string, value: unknown): Promise<StepOutcome> {
  await writeAtomically(path.join(context.work, name), `${JSON.stringify(value, null, 2)}\n`)
  context.addCounts()
  return { state: 'done', files: [file(context, name, title, 'json', { state: 'done' })] }
}

export function file(
  context: StepContext,
  name: string,
  title: string,
  form: CollectedFile['form'],
  { state, reason }: StepOutcome,
  redaction: CollectedFile['redaction'] = 'masked',
): CollectedFile {
  return context.fileOf({
    name,
    path: name,
    title,
    form,
    redaction,
    verdict: state === 'done' ? 'complete' : 'partial',
    reasons: reason == null ? [] : [reason],
  })
}
