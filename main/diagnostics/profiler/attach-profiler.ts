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
      ...readLibrary(visiblePath, options.architecture),
      ownerName: options.userName(fs.statSync(visiblePath).uid),
    }
  } catch {
    // EACCES: the target may read it, we may not.
    return { ...base, ...unknown }
  }
}

function readLibrary(
  file: string,
  architecture: string | null,
): Pick<ProfilerLibraryFacts, 'isSharedLibrary' | 'fitsArchitecture' | 'hasEntryPoint'> {
  const { size } = fs.statSync(file)
  const bytes = size > maxSearchedBytes ? readHead(file) : fs.readFileSync(file)
  const isElf = bytes.length >= 20 && bytes.readUInt32BE(0) === 0x7f454c46
  if (!isElf) return { isSharedLibrary: false, fitsArchitecture: null, hasEntryPoint: null }
  const wanted = machines[architecture ?? '']
  return {
    isSharedLibrary: bytes.readUInt16LE(16) === sharedObjectType,
    fitsArchitecture: wanted === undefined ? null : bytes.readUInt16LE(18) === wanted,
    hasEntryPoint: size > maxSearchedBytes ? null : bytes.includes(entryPoint),
  }
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

/** The answer comes when the library's own InitializeForAttach has returned; one that blocks there blocks the runtime's server. */
export async function attach(
  target: Target,
  request: AttachProfilerRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<Result<ProfilerOutcome, ProfilerFailure>> {
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
): Promise<Result<null, ProfilerFailure>> {
  const set =
    target.facts.isSuspended === true
      ? await startupProfiler(target, profiler)
      : err({ kind: 'invalid-request' as const, what: 'startup profiler', detail: 'the runtime is not waiting' })
  return set.ok ? set : err({ error: set.error, problem: profilerProblem(set.error), hasRunInTarget: false })
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
