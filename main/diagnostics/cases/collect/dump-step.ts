import { randomBytes } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import type { DumpPreflight, DumpType } from '../../../../shared/model/dump.ts'
import type { KnownTarget } from '../../known-target.ts'
import { checkDump, fitsPlace } from '../../dumps/preflight.ts'
import { takeDump } from '../../dumps/take-dump.ts'
import { plainName, utcStamp } from '../case-names.ts'
import { blockerText, errorText, reasons } from '../case-words.ts'
import type { StepContext, StepOutcome } from './step-context.ts'

/** The process stands still while it is written, so it comes last; and only when it was asked for, for it can't be masked. */
export async function dumpStep(context: StepContext): Promise<StepOutcome> {
  const { dump: type } = context.collection
  if (type === null) return { state: 'not-requested' }
  if (context.signal.aborted) return { state: 'cancelled', reason: context.stopReason() }
  const target = context.targetOf(context.key)
  if (!target.ok) return { state: 'failed', reason: errorText(target.error) }
  const ending = target.value.operatingSystem === 'Windows' ? 'dmp' : 'core'
  const preflight = await placeFor(context, target.value, type, `dump_${type}.${ending}`)
  const [blocker] = preflight.blockers
  if (blocker !== undefined)
    return { state: blocker.kind === 'flavour' ? 'not-applicable' : 'failed', reason: blockerText(blocker) }
  await noteWhereItIs(context, target.value, preflight)
  const running = takeDump(target.value, preflight, {
    type,
    crashReport: context.collection.checklist.id === 'crash' ? 'as-well' : 'none',
    operatingSystem: target.value.operatingSystem,
    mayOverwrite: false,
    userName: context.userName,
    onProgress: (bytes) => context.onBytes(bytes),
  })
  const ended = await running.whenEnded
  if (!ended.ok) return { state: 'failed', reason: [errorText(ended.error.error), ...ended.error.messages].join(' ') }
  const { verdict, visiblePath, crashReportPath } = ended.value
  const report =
    crashReportPath === null
      ? []
      : [made(context, crashReportPath, 'crashreport.json', 'Crash report', 'json', 'masked' as const, true)]
  if (verdict === 'missing') return { state: 'failed', reason: reasons.dumpMissing, files: report }
  if (visiblePath === null || verdict === 'unverified' || verdict === 'not-a-dump')
    return { state: 'failed', reason: `${reasons.dumpUnreadable} (${preflight.path})`, files: report }
  const isWhole = verdict === 'complete'
  const dump = made(context, visiblePath, `dump_${type}.${ending}`, `Dump (${type})`, 'none', 'not-possible', isWhole)
  return { state: isWhole ? 'done' : 'partial', reason: isWhole ? null : reasons.dumpPartial, files: [dump, ...report] }
}

/** The folder of the case where the process may write there, else its folder for temporary files. */
async function placeFor(
  context: StepContext,
  target: KnownTarget,
  type: DumpType,
  name: string,
): Promise<DumpPreflight> {
  const { facts, isStopped, isSameUser, userName } = target
  const input = { facts, view: target.view(), isStopped, isSameUser, userName }
  const plan = { type, mayOverwrite: false, isReportOnly: false }
  const first = await checkDump({ ...plan, path: path.join(context.work, name) }, input)
  if (fitsPlace(first)) return first
  const folder = target.operatingSystem === 'Windows' ? os.tmpdir() : '/tmp'
  // Others may write to that folder: what has this name afterwards was written for this request.
  const own = `${context.pid}_${utcStamp(context.now())}_${randomBytes(6).toString('hex')}`
  return checkDump({ ...plan, path: path.posix.join(folder, `${plainName(context.name)}_${own}_${name}`) }, input)
}

/** A run that is killed meanwhile finds it again. In the folder of the case its name is enough. */
async function noteWhereItIs(
  { work, now, noteElsewhere }: StepContext,
  target: KnownTarget,
  { visiblePath }: DumpPreflight,
): Promise<void> {
  if (visiblePath === null || path.dirname(visiblePath) === path.resolve(work)) return
  await noteElsewhere({ step: 'dump', path: visiblePath, ownerId: target.view()?.ids.userId ?? -1, atMs: now() })
}

function made(
  context: StepContext,
  file: string,
  name: string,
  title: string,
  form: 'json' | 'none',
  redaction: 'masked' | 'not-possible',
  isWhole: boolean,
): ReturnType<StepContext['fileOf']> {
  const verdict = isWhole ? 'complete' : 'partial'
  const entry = context.fileOf({
    name,
    path: name,
    title,
    form,
    redaction,
    verdict,
    reasons: isWhole ? [] : [reasons.dumpPartial],
  })
  return { ...entry, path: file }
}
