import fs from 'node:fs'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { ProfilerFailure, ProfilerLibraryFacts, ProfilerOutcome } from '../../../shared/model/profiler.ts'
import { access, fileStateOf, mayAccess, readTargetView, type TargetView } from '../../os/target-view.ts'
import type { AttachProfilerRequest } from '../../protocol/encode.ts'
import { parseVersion } from '../../protocol/runtime-version.ts'
import { attachProfiler, startupProfiler, type Target } from '../client-actions.ts'
import { profilerProblem } from './profiler-problem.ts'

/** e_type of a shared library, e_machine of the processors .NET runs on. */
const sharedObjectType = 3
const machines: Readonly<Record<string, number>> = { x86: 3, arm32: 40, x64: 62, arm64: 183 }
const entryPoint = Buffer.from('\0DllGetClassObject\0', 'latin1')
/** Larger libraries are not searched for their entry point. */
const maxSearchedBytes = 64 * 1024 * 1024

/** What a person should know before the code of that file runs inside the target. */
export function lookAtLibrary(
  path: string,
  options: {
    readonly view: TargetView | null
    readonly architecture: string | null
    userName(id: number): string | null
  },
): ProfilerLibraryFacts {
  const { view } = options
  const unknown = { isSharedLibrary: null, fitsArchitecture: null, hasEntryPoint: null, ownerName: null }
  if (view === null || !view.canLook)
    return { path, visiblePath: null, isThere: null, isReadableByTarget: null, ...unknown }
  const visiblePath = view.visible(path)
  const state = fileStateOf(visiblePath)
  const base = {
    path,
    visiblePath,
    isThere: state === 'unknown' ? null : state === 'file',
    isReadableByTarget: mayAccess(visiblePath, view.ids, access.read),
  }
  if (state !== 'file') return { ...base, ...unknown }
  try {
    return {
      ...base,
      ...readLibrary(visiblePath, runtimeMachine(view) ?? machines[options.architecture ?? ''] ?? null),
      ownerName: options.userName(fs.statSync(visiblePath).uid),
    }
  } catch {
    // EACCES: the target may read it, we may not.
    return { ...base, ...unknown }
  }
}

function readLibrary(
  file: string,
  wantedMachine: number | null,
): Pick<ProfilerLibraryFacts, 'isSharedLibrary' | 'fitsArchitecture' | 'hasEntryPoint'> {
  const { size } = fs.statSync(file)
  const bytes = size > maxSearchedBytes ? readHead(file) : fs.readFileSync(file)
  const machine = machineOf(bytes)
  if (machine === null) return { isSharedLibrary: false, fitsArchitecture: null, hasEntryPoint: null }
  return {
    isSharedLibrary: bytes.readUInt16LE(16) === sharedObjectType,
    fitsArchitecture: wantedMachine === null ? null : machine === wantedMachine,
    hasEntryPoint: size > maxSearchedBytes ? null : bytes.includes(entryPoint),
  }
}

/** What the runtime itself was built for: what it is told or guessed to be may differ (emulation, 32 bits on a 64-bit system). */
function runtimeMachine(view: TargetView): number | null {
  const { runtimeFolder } = view.memory
  if (runtimeFolder === null) return null
  try {
    return machineOf(readHead(view.visible(`${runtimeFolder}/libcoreclr.so`)))
  } catch {
    // Removed by an update, or not ours to read.
    return null
  }
}

/** Null for what is no ELF file. */
function machineOf(bytes: Buffer): number | null {
  return bytes.length >= 20 && bytes.readUInt32BE(0) === 0x7f454c46 ? bytes.readUInt16LE(18) : null
}

function readHead(file: string): Buffer {
  const fd = fs.openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(64)
    fs.readSync(fd, bytes, 0, 64, 0)
    return bytes
  } finally {
    fs.closeSync(fd)
  }
}

export interface AttachOptions {
  /** As the runtime names it; null when it has not said. */
  readonly architecture: string | null
  readonly signal?: AbortSignal
}

/** The answer comes when the library's own InitializeForAttach has returned; one that blocks there blocks the runtime's server. */
export async function attach(
  target: Target,
  request: AttachProfilerRequest,
  { architecture, ...options }: AttachOptions,
): Promise<Result<ProfilerOutcome, ProfilerFailure>> {
  if (isForOtherMachine(target, request.profilerPath, architecture)) return err(otherMachine)
  const attached = await attachProfiler(target, request, options)
  if (attached.ok) return ok({ isLoaded: isMapped(target, request.profilerPath) })
  const problem = profilerProblem(attached.error)
  const major = parseVersion(target.facts.runtimeVersion ?? '')?.[0] ?? 0
  return err({ error: attached.error, problem, hasRunInTarget: problem === 'already-active' && major >= 5 })
}

/** For a runtime that waits at its start. A running one would answer OK and load nothing, so it is not asked. */
export async function addStartupProfiler(
  target: Target,
  profiler: { readonly clsid: string; readonly path: string },
  { architecture }: AttachOptions,
): Promise<Result<null, ProfilerFailure>> {
  if (isForOtherMachine(target, profiler.path, architecture)) return err(otherMachine)
  const set =
    target.facts.isSuspended === true
      ? await startupProfiler(target, profiler)
      : err({ kind: 'invalid-request' as const, what: 'startup profiler', detail: 'the runtime is not waiting' })
  return set.ok ? set : err({ error: set.error, problem: profilerProblem(set.error), hasRunInTarget: false })
}

/** The runtime would only say that it has not found the library. */
const otherMachine: ProfilerFailure = {
  error: { kind: 'invalid-request', what: 'profiler', detail: 'the library was built for another architecture' },
  problem: 'wrong-architecture',
  hasRunInTarget: false,
}

function isForOtherMachine({ endpoint }: Target, path: string, architecture: string | null): boolean {
  const view = endpoint.transport === 'tcp' ? null : readTargetView(endpoint.pid)
  return lookAtLibrary(path, { view, architecture, userName: () => null }).fitsArchitecture === false
}

function isMapped(target: Target, path: string): boolean | null {
  const view = target.endpoint.transport === 'tcp' ? null : readTargetView(target.endpoint.pid)
  if (view === null || view.memory.files.length === 0) return null
  // A link is mapped under the name of the file behind it.
  let real = path
  try {
    real = fs.realpathSync(view.visible(path))
  } catch {
    // Removed after it was loaded.
  }
  return view.memory.files.some((file) => file === path || real.endsWith(file))
}
