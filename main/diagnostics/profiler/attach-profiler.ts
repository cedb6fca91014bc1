import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { ProfilerFailure, ProfilerLibraryFacts, ProfilerOutcome } from '../../../shared/model/profiler.ts'
import { askForeign, readForeignRange } from '../../foreign/foreign-files.ts'
import { access, fileStateOf, mayAccess, placeToLook, readTargetView, type TargetView } from '../../os/target-view.ts'
import type { AttachProfilerRequest } from '../../protocol/encode.ts'
import { parseVersion } from '../../protocol/runtime-version.ts'
import { attachProfiler, startupProfiler, type Target } from '../client-actions.ts'
import { parseLibrary } from './library-file.ts'
import { profilerProblem } from './profiler-problem.ts'
import { isElsewhere } from '../../transport/endpoint.ts'

/** Larger libraries are not searched for their entry point. */
const maxSearchedBytes = 64 * 1024 * 1024
const headBytes = 4096

/** What a person should know before the code of that file runs inside the target. */
export async function lookAtLibrary(
  path: string,
  options: {
    readonly view: TargetView | null
    readonly architecture: string | null
    userName(id: number): string | null
  },
): Promise<ProfilerLibraryFacts> {
  const { view } = options
  const unknown = { isSharedLibrary: null, fitsArchitecture: null, hasEntryPoint: null, ownerName: null }
  const visiblePath = placeToLook(view, path)
  if (view === null || visiblePath === null)
    return { path, visiblePath: null, isThere: null, isReadableByTarget: null, ...unknown }
  const state = await fileStateOf(visiblePath)
  const base = {
    path,
    visiblePath,
    isThere: state === 'unknown' ? null : state === 'file',
    isReadableByTarget: await mayAccess(visiblePath, view.ids, access.read),
  }
  const wanted = (await runtimeArchitecture(view)) ?? knownArchitecture(options.architecture)
  const found = state === 'file' ? await readLibrary(visiblePath, wanted) : null
  // Null with a file there: the target may read it, we may not.
  if (found === null) return { ...base, ...unknown }
  const { userId, ...facts } = found
  return { ...base, ...facts, ownerName: options.userName(userId) }
}

async function readLibrary(file: string, wanted: string | null): Promise<LibraryBytesFacts | null> {
  const whole = await askForeign({ kind: 'read', path: file, maxBytes: maxSearchedBytes })
  const isTooLarge = !whole.ok && whole.error.kind === 'too-large'
  const read = isTooLarge ? await readForeignRange(file, 0, headBytes) : whole
  if (!read.ok) return null
  const { userId } = read.value
  const bytes = Buffer.from(read.value.bytes.buffer)
  const library = parseLibrary(bytes, !isTooLarge)
  if (library === null) return { userId, isSharedLibrary: false, fitsArchitecture: null, hasEntryPoint: null }
  const { isSharedLibrary, architecture, hasEntryPoint } = library
  return { userId, isSharedLibrary, fitsArchitecture: wanted === null ? null : architecture === wanted, hasEntryPoint }
}

type LibraryBytesFacts = Pick<ProfilerLibraryFacts, 'isSharedLibrary' | 'fitsArchitecture' | 'hasEntryPoint'> & {
  readonly userId: number
}

/** What the runtime itself was built for: what it is told or guessed to be may differ (emulation, 32 bits on a 64-bit system). */
async function runtimeArchitecture(view: TargetView): Promise<string | null> {
  const { runtimeFolder } = view.memory
  if (runtimeFolder === null) return null
  const runtime = runtimeFolder.includes('\\') ? `${runtimeFolder}\\coreclr.dll` : `${runtimeFolder}/libcoreclr.so`
  const read = await readForeignRange(view.visible(runtime), 0, headBytes)
  // Removed by an update, or not ours to read.
  return read.ok ? (parseLibrary(Buffer.from(read.value.bytes.buffer), false)?.architecture ?? null) : null
}

/** Null for a name that says nothing of the processor. */
function knownArchitecture(name: string | null): string | null {
  return name !== null && ['x86', 'arm32', 'x64', 'arm64'].includes(name) ? name : null
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
  if (await isForOtherMachine(target, request.profilerPath, architecture)) return err(otherMachine)
  const attached = await attachProfiler(target, request, options)
  if (attached.ok) return ok({ isLoaded: await isMapped(target, request.profilerPath) })
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
  if (await isForOtherMachine(target, profiler.path, architecture)) return err(otherMachine)
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

async function isForOtherMachine({ endpoint }: Target, path: string, architecture: string | null): Promise<boolean> {
  const view = isElsewhere(endpoint) ? null : readTargetView(endpoint.pid)
  const facts = await lookAtLibrary(path, { view, architecture, userName: () => null })
  return facts.fitsArchitecture === false
}

async function isMapped(target: Target, path: string): Promise<boolean | null> {
  const view = isElsewhere(target.endpoint) ? null : readTargetView(target.endpoint.pid)
  if (view === null || view.memory.files.length === 0) return null
  // A link is mapped under the name of the file behind it.
  const found = await askForeign({ kind: 'real-path', path: view.visible(path) })
  // It may have been removed after it was loaded.
  const real = found.ok ? found.value : path
  return view.memory.files.some((file) => isSamePath(file, path) || real.endsWith(file))
}

/** Paths of Windows have no case, and the loader may give another one than it was told. */
function isSamePath(left: string, right: string): boolean {
  return left === right || (left.includes('\\') && left.toLowerCase() === right.toLowerCase())
}
