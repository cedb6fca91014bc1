import type { TraceImport } from '../../../shared/model/trace/trace-import.ts'
import { Trace } from '../../nettrace/trace/trace.ts'
import type { CodeEvents } from '../code/code-events.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import type { ImportedProfile } from './imported-profile.ts'

const ticksPerMs = 1e6
/** Frames have addresses of their own, so that the tables of code name them. */
const codeBytes = 16

/**
 * A profile of another tool as a document: `parts` get its stacks, samples and names as if a recording had brought them. Events there are none.
 * Times begin with the first sample.
 */
export function importedTrace(profile: ImportedProfile, parts: TraceParts): Trace {
  const trace = new Trace()
  trace.header = {
    syncUnixMs: profile.startUnixMs ?? 0,
    syncTicks: { low: 0, high: 0 },
    ticksPerSecond: ticksPerMs * 1000,
    pointerBytes: 8,
    pid: 0,
    processorCount: 0,
    samplingRateNs: 0,
  }
  trace.isComplete = true
  addThreads(trace, profile)
  addCode(parts.sampled.code, profile)
  addStacks(parts, profile)
  parts.imported = importOf(profile)
  return trace
}

function importOf(profile: ImportedProfile): TraceImport {
  const { format, tool, name, unit, statedUnit, startUnixMs, samples, notes } = profile
  const hasTimes = samples.timeMs !== null
  const hasDotNet = hasDotNetFrames(profile)
  return { format, tool, name, unit, statedUnit, hasTimes, hasDotNet, hasStart: startUnixMs !== null, notes }
}

/** Where the file has no number for a thread, or the same for several, there is one that none of them has. */
function addThreads(trace: Trace, { threads }: ImportedProfile): void {
  const used = new Set<number>()
  const largest = threads.reduce((most, { id }) => Math.max(most, id ?? 0), 0)
  // Behind the last number that is exact nothing can be counted on.
  let next = largest < Number.MAX_SAFE_INTEGER - threads.length ? largest + 1 : 1
  const stated = new Set(threads.map(({ id }) => id))
  const free = (): number => {
    while (stated.has(next)) next++
    return next++
  }
  for (const [index, thread] of threads.entries()) {
    const id = thread.id === null || used.has(thread.id) ? free() : thread.id
    used.add(id)
    trace.threads.push({ index, id, exactId: BigInt(id), name: nameOf(thread), processId: null, attributes: [] })
  }
}

/** The views put the number before the name. */
function nameOf({ id, name }: ImportedProfile['threads'][number]): string {
  return id === null ? name : name.replace(new RegExp(`^Thread ${id}\\b\\s*`), '')
}

function addCode({ methods, modules }: CodeEvents, profile: ImportedProfile): void {
  const isForeign = !hasDotNetFrames(profile)
  const { frames } = profile
  const moduleIds = new Map<string, number>()
  for (const [frame, { name, module, file }] of frames.entries()) {
    // The root, and code that nobody names.
    if (frame === 0 || name === unnamed) continue
    const modulePath = module === '' ? file : module
    let moduleId = moduleIds.get(modulePath)
    if (moduleId === undefined) {
      moduleId = moduleIds.size + 1
      moduleIds.set(modulePath, moduleId)
      if (modulePath !== '') modules.add(moduleId, { ilPath: modulePath, nativePath: '', flags: 0 })
    }
    const { type, method, signature } = nameParts(name, module)
    methods.add({
      methodId: frame,
      moduleId,
      start: addressOf(frame),
      size: codeBytes,
      flags: 0,
      rejitId: 0,
      namespaceText: methods.texts.internText(type),
      nameText: methods.texts.internText(method),
      signatureText: signature === '' ? -1 : methods.texts.internText(signature),
      loadTicks: Number.NEGATIVE_INFINITY,
      isForeign,
    })
  }
}

const unnamed = '?!?'

function hasDotNetFrames({ frames }: ImportedProfile): boolean {
  return frames.some(({ name, module }) => isDotNet(name, module))
}

/** `module!name`, or a name with its argument types that is none of C++ or Rust. */
function isDotNet(name: string, module: string): boolean {
  return module !== '' || (/^[^\s(]+\(.*\)$/s.test(name) && !name.includes('::'))
}

/** `Namespace.Type.Method(arguments)` in its three parts; a name that is none of .NET stays as it is. */
function nameParts(name: string, module: string) {
  const bracket = name.indexOf('(')
  const path = bracket < 0 ? name : name.slice(0, bracket)
  const constructor = /\.\.c?ctor$/.exec(path)
  const dot = constructor === null ? path.lastIndexOf('.') : constructor.index
  if (!isDotNet(name, module) || dot <= 0) return { type: '', method: name, signature: '' }
  return { type: path.slice(0, dot), method: path.slice(dot + 1), signature: bracket < 0 ? '' : name.slice(bracket) }
}

function addStacks(parts: TraceParts, { stacks, samples, unit }: ImportedProfile): void {
  const { sampled, span } = parts
  for (let node = 1; node < stacks.count; node++)
    sampled.stacks.addCall(stacks.parent[node]!, addressOf(stacks.frame[node]!))
  const { timeMs, thread, stack, weight } = samples
  const hasTimes = timeMs !== null && unit === 'ms'
  const firstMs = timeMs === null ? 0 : timeMs.reduce((first, time) => Math.min(first, time), Number.POSITIVE_INFINITY)
  if (hasTimes) sampled.samples.ticksPerWeight = ticksPerMs
  for (let row = 0; row < samples.count; row++) {
    const ticks = timeMs === null ? 0 : (timeMs[row]! - firstMs) * ticksPerMs
    sampled.samples.addImported(ticks, thread[row]!, stack[row]!, weight[row]!)
    if (!hasTimes) continue
    span.firstTicks = 0
    span.lastTicks = Math.max(span.lastTicks, ticks + weight[row]! * ticksPerMs)
  }
}

function addressOf(frame: number): number {
  return frame * codeBytes
}
