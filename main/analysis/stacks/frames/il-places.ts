import { work } from '../../../nettrace/work-steps.ts'
import type { CodeEvents } from '../../code/code-events.ts'
import type { FrameSource } from './frame-facts.ts'
import { passesFilter, weightIn } from '../prepared-samples.ts'
import type { SampledStacks } from '../sampled-stacks.ts'

/** Samples in the code of one method that was made of the same IL. */
export interface IlPlace {
  readonly token: number
  readonly ilOffset: number
  readonly samples: number
}

/** What the code of a function was made of, as far as the recording says. */
export interface CodeOrigin {
  readonly modulePath: string
  /** Of the build that ran, as hex digits; empty: the recording does not say it. */
  readonly pdbId: string
  /** Of the method; 0: none. */
  readonly token: number
  readonly isManaged: boolean
  readonly isDynamic: boolean
  readonly places: readonly IlPlace[]
  readonly precompiledCount: number
  readonly unmappedCount: number
  /** Samples in what was made of no IL. */
  readonly hiddenCount: number
}

const nothing: CodeOrigin = {
  modulePath: '',
  pdbId: '',
  token: 0,
  isManaged: false,
  isDynamic: false,
  places: [],
  precompiledCount: 0,
  unmappedCount: 0,
  hiddenCount: 0,
}

/** Among the numbers of places: code without a map, because it was compiled before it ran, or because the recording has none. */
const precompiled = 1
const unmapped = 2
const hidden = 3
const firstPlace = 4

/** Each sample with the function once, at the innermost frame of it. */
export function codeOrigin(sampled: SampledStacks, source: FrameSource, functionIndex: number): CodeOrigin {
  const { functions } = sampled.prepare().tree
  const [first] = functionIndex < 0 ? [] : functions.codesOf(functionIndex)
  if (first === undefined || functions.get(functionIndex).kind !== 'managed') return nothing
  const { methods, modules } = sampled.code
  const { moduleId, token = 0 } = methods.code(first)
  const places = new Places(sampled.code)
  const placeOfFrame = framePlaces(sampled, functionIndex, places)
  const placeOf = innermostPlaces(sampled, placeOfFrame)
  const counts = new Float64Array(places.count)
  countSamples(sampled, source, (node, weight) => (counts[placeOf[node]!]! += weight))
  return {
    modulePath: modules.path(moduleId),
    pdbId: modules.pdbId(moduleId),
    token,
    isManaged: true,
    isDynamic: methods.isDynamic(first),
    places: places.list.flatMap((place, at) =>
      counts[at + firstPlace]! > 0 ? [{ ...place, samples: counts[at + firstPlace]! }] : [],
    ),
    precompiledCount: counts[precompiled]!,
    unmappedCount: counts[unmapped]!,
    hiddenCount: counts[hidden]!,
  }
}

/** Numbers of places; 0: none. */
class Places {
  readonly list: { readonly token: number; readonly ilOffset: number }[] = []
  readonly #numbers = new Map<string, number>()
  readonly #code: CodeEvents

  constructor(code: CodeEvents) {
    this.#code = code
  }

  get count(): number {
    return this.list.length + firstPlace
  }

  of(code: number, address: number): number {
    const { methods, ilMaps } = this.#code
    const { start, token = 0 } = methods.code(code)
    if (!ilMaps.has(code)) return methods.tier(code) === 'ReadyToRun' ? precompiled : unmapped
    // Stacks are of threads that stand behind a call: the place is that of the call.
    const ilOffset = ilMaps.ilOffset(code, Math.max(0, address - start - 1))
    if (ilOffset < 0 || token === 0) return hidden
    const key = `${String(token)} ${String(ilOffset)}`
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.count
      this.#numbers.set(key, number)
      this.list.push({ token, ilOffset })
    }
    return number
  }
}

/** By distinct address. */
function framePlaces(sampled: SampledStacks, functionIndex: number, places: Places): Int32Array {
  const { stacks } = sampled
  const { functions } = sampled.prepare().tree
  const placeOf = new Int32Array(stacks.frameCount)
  work.steps += placeOf.length
  for (let frame = 1; frame < placeOf.length; frame++) {
    const address = stacks.addressOfFrame(frame)
    const code = functions.codeAt(address)
    if (code >= 0 && functions.ofCode(code) === functionIndex) placeOf[frame] = places.of(code, address)
  }
  return placeOf
}

/** By node of the stack tree. */
function innermostPlaces({ stacks }: SampledStacks, placeOfFrame: Int32Array): Int32Array {
  const placeOf = new Int32Array(stacks.count)
  work.steps += placeOf.length
  for (let node = 1; node < placeOf.length; node++) {
    const own = placeOfFrame[stacks.frameOf(node)]!
    placeOf[node] = own > 0 ? own : placeOf[stacks.parentOf(node)]!
  }
  return placeOf
}

/** Those that the selection counts. */
function countSamples(
  { stacks, samples: raw }: SampledStacks,
  { places, filter, samples }: FrameSource,
  count: (stackNode: number, weight: number) => void,
): void {
  work.steps += samples.count
  for (let index = 0; index < samples.count; index++) {
    if (places !== null && places[samples.node[index]!]! < 0) continue
    if (passesFilter(samples, index, filter))
      count(stacks.nodeOf(raw.stackIndex[index]!), weightIn(samples, index, filter))
  }
}
