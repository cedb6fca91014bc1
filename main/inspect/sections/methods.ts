import type { WeightUnit } from '../../../shared/model/trace/trace-import.ts'
import { writeFolded } from '../../analysis/exports/folded.ts'
import { functionList } from '../../analysis/stacks/trees/call-tree.ts'
import { classCounts } from '../../analysis/stacks/prepared-samples.ts'
import type { SampledStacks } from '../../analysis/stacks/sampled-stacks.ts'
import type { Section } from '../section.ts'
import { textTable } from '../text-table.ts'

export interface MethodRow {
  readonly name: string
  /** As the app shows it. */
  readonly displayName: string
  readonly module: string
  /** Samples in which the method was at the top of the stack. */
  readonly self: number
  /** Samples in which it was anywhere in the stack. */
  readonly total: number
}

export interface MethodReport {
  readonly methods: readonly MethodRow[]
  readonly classes: { readonly running: number; readonly waiting: number; readonly unknown: number }
}

const unitWords: Readonly<Record<WeightUnit, string>> = {
  samples: 'samples',
  ms: 'ms',
  bytes: 'bytes',
  count: 'counted',
  unstated: 'in total; the file does not state a unit',
}

/** `--top N`. `unit`: of a file that another tool wrote. */
export function methodSection(sampled: SampledStacks, top: number, unit: WeightUnit | null = null): Section {
  return {
    listener: sampled.listener,
    json: () => ({ ...methodReport(sampled, top) }),
    print(_trace, output) {
      const { methods, classes } = methodReport(sampled, top)
      const all = sampled.callTree().total[0]!
      const share = (part: number): string => (all === 0 ? '' : `${((part / all) * 100).toFixed(2)} %`)
      const [running, waiting, unknown] = [classes.running, classes.waiting, classes.unknown].map(grouped)
      // Shares are of samples: wall time of all threads, not processor time.
      const ofClasses = `wall-clock samples: ${running} running, ${waiting} waiting, ${unknown} unknown`
      output.write(`\n${grouped(all)} ${unit === null ? ofClasses : unitWords[unit]}\n\n`)
      output.write(
        textTable(
          ['self', '', 'total', '', 'method', 'module'],
          methods.map(({ name, module, self, total }) => [self, share(self), total, share(total), name, module]),
        ),
      )
    },
  }
}

function methodReport(sampled: SampledStacks, top: number): MethodReport {
  const { tree, samples } = sampled.prepare()
  const rows = functionList(sampled.callTree()).slice(0, top)
  const methods = rows.map(({ functionIndex, self, total }): MethodRow => {
    const { name, displayName, module } = tree.functions.get(functionIndex)
    return { name, displayName, module, self, total }
  })
  const { running, spinning, waiting, idle, unknown } = classCounts(samples, {})
  return { methods, classes: { running: running + spinning, waiting: waiting + idle, unknown } }
}

function grouped(value: number): string {
  return value.toLocaleString('en-US')
}

/** All of them are in memory at once, and one string in the end. */
const mostJsonChars = 2 ** 27

/** `--stacks`: folded lines. */
export function stackSection(sampled: SampledStacks): Section {
  return {
    listener: sampled.listener,
    json() {
      const stacks: { frames: string[]; displayNames: string[]; count: number }[] = []
      const calls = sampled.callTree()
      const take = (line: string): void => {
        const blank = line.lastIndexOf(' ')
        const frames = line.slice(0, blank).split(';')
        stacks.push({ frames, displayNames: [], count: Number(line.slice(blank + 1)) })
      }
      writeFolded(calls, take, mostJsonChars)
      // The same stacks in the same order, with other names.
      let at = 0
      const name = (line: string): void => {
        stacks[at++]!.displayNames = line.slice(0, line.lastIndexOf(' ')).split(';')
      }
      writeFolded(calls, name, mostJsonChars, ({ displayName }) => displayName)
      return { stacks }
    },
    print(_trace, output) {
      writeFolded(sampled.callTree(), (line) => output.write(`${line}\n`))
    },
  }
}
