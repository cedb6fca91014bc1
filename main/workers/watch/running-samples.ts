import { rootFunction, unresolvedFunction } from '../../analysis/code/function-table.ts'
import { classIndex, classOfRule, ruleIndex, SampleClassifier } from '../../analysis/stacks/sample-class.ts'

/** Below this share of the samples that do not wait, the runtime cannot have meant what it said. */
const leastRunningShare = 0.05

/** From the leaf on; further up nothing says how a thread waits. */
const mostFrames = 24

/**
 * .NET 9 says "outside of managed code" of nearly every sample, also where a method computes (9.0.22, a computing thread: 4 of 529
 * samples "managed"; 8 and 10 say it of all). Then a leaf that neither waits nor calls out of managed code counts as running.
 */
export function isRunningReported(
  runtimeVersion: string | null,
  runningCount: number,
  computingCount: number,
): boolean {
  if (runtimeVersion?.startsWith('9.') !== true || computingCount === 0) return true
  return runningCount >= leastRunningShare * (runningCount + computingCount)
}

/** What a sample says of its thread. */
export interface JudgedStack {
  /** Running or spinning, by the classes that an opened recording has. */
  readonly runs: boolean
  /** Reported as outside of managed code, where nothing on the stack waits or calls out of it. */
  readonly looksComputing: boolean
  /** Of the frame that the sample counts for: a poll for a collection counts for its caller. */
  readonly leafAt: number
}

/** Whether a sample counts as running. `isRunningKnown`: the runtime says what runs (see `isRunningReported`). */
export function countsAsRunning({ runs, looksComputing }: JudgedStack, isRunningKnown: boolean): boolean {
  return runs || (!isRunningKnown && looksComputing)
}

/** Classes of single stacks while names still come: the rules of an opened recording, by names instead of a tree of all stacks. */
export class StackJudge {
  readonly #numbers = new Map<string, number>()
  readonly #names: string[] = []
  /** Functions from the root, `[0]`, to the leaf. */
  #stack: readonly number[] = []
  readonly #classifier = new SampleClassifier({
    count: 0,
    parentOf: (node) => node - 1,
    functionOf: (node) => this.#stack[node]!,
    functions: { get: (index) => ({ name: this.#names[index]! }) },
  })

  constructor() {
    this.#names[rootFunction] = ''
    this.#names[unresolvedFunction] = '?!?'
  }

  /**
   * @param kind of the sample, as its payload tells it
   * @param nameAt name of a frame, 0 is the leaf; null: not known
   */
  judge(kind: number, frameCount: number, nameAt: (at: number) => string | null): JudgedStack {
    const leaf = Math.min(mostFrames, frameCount)
    this.#stack = [rootFunction, ...Array.from({ length: leaf }, (_, at) => this.#numberOf(nameAt(leaf - 1 - at)))]
    const rule = this.#classifier.ruleOf(kind, leaf)
    const found = classOfRule[rule]
    const place = this.#classifier.placeOf(leaf)
    return {
      runs: found === classIndex.running || found === classIndex.spinning,
      looksComputing: rule === ruleIndex['native-code'] && isManagedCode(nameAt(leaf - place)),
      leafAt: leaf - place,
    }
  }

  #numberOf(name: string | null): number {
    if (name === null) return unresolvedFunction
    let number = this.#numbers.get(name)
    if (number === undefined) {
      number = this.#names.length
      this.#names.push(name)
      this.#numbers.set(name, number)
    }
    return number
  }
}

/** Null: it has no name. */
function isManagedCode(name: string | null): boolean {
  return name !== null && !/^Interop[+.]|IL_STUB/.test(name)
}
