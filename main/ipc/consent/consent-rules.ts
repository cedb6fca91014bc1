import { isDeepStrictEqual } from 'node:util'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/index.ts'
import type { TargetRef } from '../../../shared/contract/target-ref.ts'
import type { DumpPreflight } from '../../../shared/model/dump.ts'
import type { LaunchState } from '../../../shared/model/port.ts'
import { recordingKinds, type Job, type JobTarget } from '../../../shared/model/job.ts'
import { consoleCommands, type ConsoleMessage } from '../../../shared/model/console.ts'
import type { CaseState } from '../../../shared/model/cases.ts'
import type { Rule } from '../../../shared/rules/rule.ts'
import { machineNameOfKey } from '../../../shared/model/machine.ts'
import type { SudoPlan } from '../../diagnostics/machines/sudo-ports.ts'
import { parseTcpAddress } from '../../transport/tcp-address.ts'
import type { Ask, AskAbout, ConsentRules } from './consent-gate.ts'
import { programLabel } from '../../diagnostics/launch/program-label.ts'
import { asksNothing } from './asks-nothing.ts'
import * as words from './consent-words.ts'

export interface ConsentParts {
  readonly targetOf: (ref: TargetRef) => Result<{ readonly jobTarget: JobTarget }, AppError>
  readonly checkDump: (
    request: Request<'dumps.check'>,
  ) => Promise<Result<DumpPreflight, AppError>> | Result<DumpPreflight, AppError>
  readonly suggestDump: (request: Request<'dumps.suggest'>) => Result<{ readonly folder: string }, AppError>
  /** What a dump made on another machine; null when there is nothing to remove. */
  readonly farDumpOf: (
    jobId: string,
  ) => { readonly machine: string; readonly path: string; readonly isFetched: boolean } | null
  /** Null: there is none. */
  readonly launchOf: (id: string) => Pick<LaunchState, 'command' | 'args' | 'pid' | 'machine'> | null
  /** Named by the person to main itself, or made by Pipescope. */
  readonly isGranted: (path: string) => boolean
  readonly grant: (path: string) => void
  /** Chosen by the person in a dialog, now or earlier. */
  readonly isChosenFolder: (folder: string) => boolean
  /** What a draft of the console would send; null when it would be refused. */
  readonly previewRequest: (request: Request<'console.send'>) => Promise<ConsoleMessage | null>
  /** Null: there is none. */
  readonly machineName: (id: string) => string | null
  readonly isConnected: (machineId: string) => boolean
  /** What would be run on another machine to open the port of another user's process there. */
  readonly planSudo: (processKey: string) => Promise<Result<SudoPlan, AppError>>
  readonly agreeToSudo: (plan: SudoPlan) => void
  readonly caseOf: (id: string) => CaseState | null
  /** Names of those saved files that hold the memory of a process. */
  readonly dumpsAmong: (fileIds: readonly string[]) => readonly string[]
  readonly ruleOf: (id: string) => Rule | null
  readonly runningJobs: () => readonly Pick<Job, 'id' | 'kind' | 'actions'>[]
  readonly userName: string
}

const nothing: Result<Ask | null, AppError> = ok(null)
const asks = (question: Ask['question'], more: Omit<Ask, 'question'> = {}): Result<Ask, AppError> =>
  ok({ question, ...more })

/** Every channel, and what is asked before it. A new one does not compile until it is listed here. */
export function consentRules(parts: ConsentParts): ConsentRules {
  /** Of this run: a process and a folder that a dump was agreed to for. */
  const dumpFolders = new Set<string>()
  const aboutTarget = (ref: TargetRef, question: (target: JobTarget) => Ask['question']): Result<Ask, AppError> => {
    const known = parts.targetOf(ref)
    return known.ok ? asks(question(known.value.jobTarget)) : known
  }
  const aboutFile: AskAbout<
    'traces.open' | 'cases.open' | 'heaps.open' | 'heaps.openWithLibrary' | 'live.openFile'
  > = ({ path }) =>
    path === null || parts.isGranted(path) ? nothing : asks(words.openFile(path), { onAgreed: () => parts.grant(path) })
  /** Recordings whose data would be gone; one that is ending keeps it. */
  const discardable = () =>
    parts.runningJobs().filter(({ kind, actions }) => recordingKinds.has(kind) && actions.includes('cancel'))
  return {
    ...asksNothing,
    'environment.set': ({ target, name, value }) =>
      aboutTarget(target, (process) => words.setVariable(process, name, value)),
    'profiler.attach': ({ target, path, clsid }) =>
      aboutTarget(target, (process) => words.attachProfiler(process, path, clsid)),
    'profiler.startup': ({ target, path, clsid }) =>
      aboutTarget(target, (process) => words.startWithProfiler(process, path, clsid)),
    'startupHook.apply': ({ target, path }) => aboutTarget(target, (process) => words.applyStartupHook(process, path)),
    'perfMap.start': ({ target }) => {
      const known = parts.targetOf(target)
      if (!known.ok) return known
      const { jobTarget } = known.value
      const machine = machineNameOfKey(jobTarget.processKey ?? '')
      // A name is no more than that: what was agreed to here says nothing of another machine.
      const what = machine === null ? ['perf-map', jobTarget.name] : ['perf-map-there', machine, jobTarget.name]
      const label = `${words.plain(jobTarget.name)}${machine === null ? '' : ` on ${words.plain(machine)}`}`
      return asks(words.enablePerfMap(jobTarget), {
        once: { deed: JSON.stringify(what), kind: 'perf-map', label },
      })
    },
    'console.send': async (request) => {
      const { target, command } = request
      if (consoleCommands.some(({ name, impact }) => name === command && impact === 'reads')) return nothing
      const preview = await parts.previewRequest(request)
      return aboutTarget(target, (process) => words.sendRawRequest(process, command, preview))
    },
    'dumps.start': (request) => aboutDump(request, parts, dumpFolders),
    'dumps.removeFar': ({ jobId }) => {
      const made = parts.farDumpOf(jobId)
      return made === null ? err({ kind: 'not-found', what: 'dump to remove' }) : asks(words.removeFarDump(made))
    },
    'ports.open': ({ address }) =>
      address === null || isPrivate(address) ? nothing : asks(words.openPort(address.path)),
    'launch.start': ({ machine: machineId, command, args, folder, variables }) => {
      const program = { command, args, folder, variables }
      const sorted = Object.entries(variables).toSorted(([a], [b]) => (a < b ? -1 : 1))
      const what = [command, args, folder, sorted]
      if (machineId === null)
        return asks(words.startProgram(program, parts.userName), {
          once: {
            deed: JSON.stringify(['program', ...what]),
            kind: 'program',
            label: words.plain(programLabel(program)),
          },
        })
      const machine = parts.machineName(machineId)
      if (machine === null) return err({ kind: 'not-found', what: 'machine' })
      if (!parts.isConnected(machineId)) return err({ kind: 'link-lost', machine })
      return asks(words.startProgramThere(program, machine), {
        once: {
          deed: JSON.stringify(['program-there', machine, ...what]),
          kind: 'program',
          label: `${words.plain(programLabel(program))} on ${words.plain(machine)}`,
        },
      })
    },
    'launch.stop': ({ launchId, how }) => {
      const launch = parts.launchOf(launchId)
      if (launch === null) return err({ kind: 'not-found', what: 'launch' })
      return how === 'kill' ? asks(words.killProgram(launch)) : nothing
    },
    'machines.connect': ({ id }) => {
      const name = parts.machineName(id)
      if (name === null) return err({ kind: 'not-found', what: 'machine' })
      return asks(words.connectOverSsh(name), {
        once: { deed: JSON.stringify(['machine', name]), kind: 'machine', label: words.plain(name) },
      })
    },
    // Never remembered: it holds for one process and one connection.
    'machines.openWithSudo': async ({ key }) => {
      const planned = await parts.planSudo(key)
      if (!planned.ok) return planned
      const plan = planned.value
      return asks(words.openWithSudo(plan.process, plan), { onAgreed: () => parts.agreeToSudo(plan) })
    },
    'rules.arm': ({ id }) => {
      const rule = parts.ruleOf(id)
      if (rule === null) return err({ kind: 'not-found', what: 'rule' })
      // Rules are saved without a question, by another window too, and while this one is open.
      return rule.actions.every(({ kind }) => kind === 'notify')
        ? nothing
        : asks(words.armRule(rule), { isStillSo: () => isDeepStrictEqual(parts.ruleOf(id), rule) })
    },
    'rules.dryRun': ({ source }) =>
      source.kind === 'live' || parts.isGranted(source.path)
        ? nothing
        : asks(words.openFile(source.path), { onAgreed: () => parts.grant(source.path) }),
    'rules.startAtLogin': ({ starts }) => (starts ? asks(words.startAtLogin()) : nothing),
    'cases.start': ({ dump, addedFileIds, exports }) => {
      if (exports === null) return nothing
      const dumps = [...(dump === null ? [] : [dump]), ...parts.dumpsAmong(addedFileIds)]
      return dumps.length === 0 ? nothing : asks(words.exportDump(dumps.join(', '), exports.password !== null))
    },
    'cases.export': ({ caseId, excluded, password }) => {
      const dumps = () =>
        (parts.caseOf(caseId)?.files ?? [])
          .filter(({ name, redaction }) => redaction === 'not-possible' && !excluded.includes(name))
          .map(({ name }) => name)
      const shown = dumps()
      // Files are added without a question, while this one is open too.
      return shown[0] === undefined
        ? nothing
        : asks(words.exportDump(shown.join(', '), password !== null), {
            isStillSo: () => isDeepStrictEqual(dumps(), shown),
          })
    },
    'cases.discard': ({ caseId }) => {
      const found = parts.caseOf(caseId)
      if (found === null) return nothing
      const packed = new Set(found.package?.files.map(({ name }) => name))
      return found.files.every(({ name }) => packed.has(name)) && found.package !== null
        ? nothing
        : asks(words.discardCase(found.name))
    },
    'cases.open': aboutFile,
    'traces.open': aboutFile,
    'heaps.open': aboutFile,
    'heaps.openWithLibrary': aboutFile,
    'live.openFile': aboutFile,
    // Of all settings only the folder of recordings has an effect outside of the page that nothing else asks about (docs/decisions/0303).
    'settings.update': ({ recordings }) =>
      recordings === undefined || recordings.folder === null || parts.isChosenFolder(recordings.folder)
        ? nothing
        : err({ kind: 'invalid-request', what: 'folder', detail: 'not chosen in a dialog' }),
    'jobs.act': ({ jobId, action }) =>
      action === 'cancel' && discardable().some(({ id }) => id === jobId) ? asks(words.discardRecording()) : nothing,
    'jobs.answerQuit': ({ choice }) => {
      const count = discardable().length
      return choice === 'discard' && count > 0 ? asks(words.discardAndQuit(count)) : nothing
    },
  }
}

/** New files in the usual folder need no question; the process writes them, so what is there matters as the process sees it. */
async function aboutDump(
  { logging: _logging, ...request }: Request<'dumps.start'>,
  { targetOf, checkDump, suggestDump }: ConsentParts,
  agreed: Set<string>,
): Promise<Result<Ask | null, AppError>> {
  const { target, path, type } = request
  const known = targetOf(target)
  if (!known.ok) return known
  const { jobTarget } = known.value
  const [checked, usual] = [await checkDump({ ...request, mayOverwrite: false }), suggestDump({ target, type })]
  if (!checked.ok) return checked
  if (!usual.ok) return usual
  const { blockers, warnings } = checked.value
  const machine = machineNameOfKey(jobTarget.processKey ?? '')
  // Asked each time: it is a file with secrets on a machine that others may use.
  if (machine !== null) {
    const isOfOther = warnings.some(({ kind }) => kind === 'other-owner')
    const isInOwnFolder = isDirectlyIn(path, usual.value.folder) && !isOfOther
    return asks(words.writeFarDump(jobTarget, path, machine, isInOwnFolder))
  }
  // Without a look at the target's files nobody knows what is there.
  const mayReplace =
    blockers.some(({ kind }) => kind === 'file-exists') || warnings.some(({ kind }) => kind === 'cannot-look')
  if (request.mayOverwrite && mayReplace) return asks(words.overwriteWithDump(jobTarget, path))
  const folder = `${jobTarget.pid} ${jobTarget.processKey ?? ''} ${path.replace(/[^/\\]*$/, '')}`
  if (isDirectlyIn(path, usual.value.folder) || agreed.has(folder)) return nothing
  return asks(words.writeDump(jobTarget, path), { onAgreed: () => agreed.add(folder) })
}

/** As text, because the path may be of another file system: no detours, no further folders. */
function isDirectlyIn(path: string, folder: string): boolean {
  const separator = folder.includes('\\') ? '\\' : '/'
  const prefix = folder.endsWith(separator) ? folder : `${folder}${separator}`
  const name = path.slice(prefix.length)
  return path.startsWith(prefix) && name !== '' && name !== '.' && name !== '..' && !/[/\\]/.test(name)
}

/** Unix sockets and pipes are made for this user alone; of TCP addresses only loopback stays on this machine. */
function isPrivate({ transport, path }: NonNullable<Request<'ports.open'>['address']>): boolean {
  if (transport !== 'tcp') return true
  const host = parseTcpAddress(path)?.host ?? ''
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}
