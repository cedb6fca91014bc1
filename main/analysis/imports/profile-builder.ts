import { work } from '../../nettrace/work-steps.ts'
import { grownColumn, NumberColumn } from '../grown-column.ts'
import { StackTails } from '../stacks/stack-tails.ts'
import { ImportTooLarge, importLimits } from './import-damage.ts'
import type { ImportNote, ImportNoteKind, WeightUnit } from '../../../shared/model/trace/trace-import.ts'
import type { ImportedFrame, ImportedProfile, ImportedThread } from './imported-profile.ts'

/** Of one sample, and of its time: sums of them stay numbers. */
const mostWeight = 2 ** 53

/** What a reader knows besides frames, stacks and samples. */
export type ProfileFacts = Pick<ImportedProfile, 'format' | 'tool' | 'name' | 'unit' | 'statedUnit' | 'startUnixMs'>

/** Frames, stacks and samples as a reader finds them, in the columns of an `ImportedProfile`. */
export class ProfileBuilder {
  readonly #frames: ImportedFrame[] = [{ name: '', module: '', file: '', line: 0 }]
  readonly #frameOf = new Map<string, number>()
  #nodeFrame = new Uint32Array(1024)
  #nodeParent = new Uint32Array(1024)
  #nodeDepth = new Uint32Array(1024)
  #stackFrames = 0
  #nodeCount = 1
  readonly #children = new StackTails()
  readonly #threads: ImportedThread[] = []
  readonly #threadOf = new Map<string, number>()
  readonly #times = new NumberColumn()
  readonly #weights = new NumberColumn()
  readonly #threadColumn = new NumberColumn()
  readonly #stackColumn = new NumberColumn()
  readonly #notes = new Map<ImportNoteKind, { count: number; readonly firstPlace: string; readonly detail: string }>()

  get frameCount(): number {
    return this.#frames.length
  }

  get sampleCount(): number {
    return this.#weights.count
  }

  frame(name: string, file = '', line = 0): number {
    const key = `${name}\n${file}\n${line}`
    const known = this.#frameOf.get(key)
    if (known !== undefined) return known
    if (this.#frames.length >= importLimits.frames) throw new ImportTooLarge('frames')
    const index = this.#frames.length
    this.#frames.push({ ...nameParts(name), file, line })
    this.#frameOf.set(key, index)
    return index
  }

  /** Node of a frame called by a node; 0 is the root. */
  child(parent: number, frame: number): number {
    work.steps++
    const known = this.#children.find(parent, frame)
    if (known !== 0) return known
    if (this.#nodeCount >= importLimits.nodes) throw new ImportTooLarge('nodes')
    if (this.#nodeCount === this.#nodeFrame.length) {
      this.#nodeFrame = grownColumn(this.#nodeFrame, Uint32Array)
      this.#nodeParent = grownColumn(this.#nodeParent, Uint32Array)
      this.#nodeDepth = grownColumn(this.#nodeDepth, Uint32Array)
    }
    const node = this.#nodeCount++
    this.#nodeFrame[node] = frame
    this.#nodeParent[node] = parent
    this.#nodeDepth[node] = this.#nodeDepth[parent]! + 1
    this.#children.add(parent, frame, node)
    return node
  }

  /** Number of a thread; the same `key` is the same thread. A name that is found later is kept. */
  thread(key: string, id: number | null, name: string): number {
    const known = this.#threadOf.get(key)
    if (known !== undefined) {
      if (name !== '') this.#threads[known] = { ...this.#threads[known]!, name }
      return known
    }
    this.#threads.push({ id, name })
    this.#threadOf.set(key, this.#threads.length - 1)
    return this.#threads.length - 1
  }

  /** `timeMs` is not looked at where the file has no times. What weighs nothing is left out. */
  sample(thread: number, timeMs: number, stack: number, weight: number): void {
    if (!(weight > 0)) return
    if (weight > mostWeight || Math.abs(timeMs) > mostWeight) {
      this.note('excessive-figure', `sample ${this.#weights.count + 1}`)
      return
    }
    if (this.#weights.count >= importLimits.samples) throw new ImportTooLarge('samples')
    this.#stackFrames += this.#nodeDepth[stack]!
    if (this.#stackFrames > importLimits['stack-frames']) throw new ImportTooLarge('stack-frames')
    this.#times.push(timeMs)
    this.#threadColumn.push(thread)
    this.#stackColumn.push(stack)
    this.#weights.push(weight)
  }

  /** Something was left out; the first place of each kind is kept. */
  note(kind: ImportNoteKind, place: string, detail = ''): void {
    const known = this.#notes.get(kind)
    if (known === undefined) this.#notes.set(kind, { count: 1, firstPlace: place, detail })
    else known.count++
  }

  build(facts: ProfileFacts, hasTimes: boolean): ImportedProfile {
    return {
      ...facts,
      frames: this.#frames,
      stacks: {
        count: this.#nodeCount,
        frame: this.#nodeFrame.slice(0, this.#nodeCount),
        parent: this.#nodeParent.slice(0, this.#nodeCount),
      },
      samples: {
        count: this.sampleCount,
        timeMs: hasTimes ? this.#times.values.slice() : null,
        thread: Uint32Array.from(this.#threadColumn.values),
        stack: Uint32Array.from(this.#stackColumn.values),
        weight: this.#weights.values.slice(),
      },
      threads: this.#threads,
      notes: [...this.#notes].map(([kind, note]): ImportNote => ({ kind, ...note })),
    }
  }
}

/** `module!name`, as tools for .NET write a method; other names stay as they are. */
function nameParts(text: string): Pick<ImportedFrame, 'name' | 'module'> {
  const found = /^([\w.+\- ]{1,256})!(.+)$/s.exec(text)
  return found === null
    ? { name: text, module: '' }
    : { module: found[1]!.replace(/\.(?:il|ni|dll|exe)$/i, ''), name: found[2]! }
}

const msPerUnit: ReadonlyMap<string, number> = new Map([
  ['nanoseconds', 1e-6],
  ['nanosecond', 1e-6],
  ['ns', 1e-6],
  ['microseconds', 1e-3],
  ['microsecond', 1e-3],
  ['us', 1e-3],
  ['µs', 1e-3],
  ['milliseconds', 1],
  ['millisecond', 1],
  ['ms', 1],
  ['seconds', 1000],
  ['second', 1000],
  ['s', 1000],
])

/** How weights in a stated unit are kept. */
export function unitOf(stated: string): { readonly unit: WeightUnit; readonly factor: number } {
  const lower = stated.toLowerCase()
  const factor = msPerUnit.get(lower)
  if (factor !== undefined) return { unit: 'ms', factor }
  if (lower === 'bytes' || lower === 'byte') return { unit: 'bytes', factor: 1 }
  return { unit: lower === 'samples' ? 'samples' : lower === 'count' ? 'count' : 'unstated', factor: 1 }
}
