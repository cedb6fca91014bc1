import { frameText } from '../code/function-table.ts'
import type { SelectedSamples } from '../stacks/selected-stacks.ts'
import { limited, mostExportChars } from './limited-text.ts'
import { visitThreadStacks } from './thread-stacks.ts'

export interface ThreadExportOptions {
  readonly name: string
  readonly ticksPerMs: number
  /** Name of a thread by its index. */
  readonly threadName: (threadIndex: number) => string
}

/**
 * The file format of speedscope: one evented profile per thread, milliseconds of wall time.
 * Handed over in pieces, because a long recording does not fit into one string. Throws `ExportTooLarge` beyond the limit.
 */
export function writeSpeedscope(
  selected: SelectedSamples,
  { name, ticksPerMs, threadName }: ThreadExportOptions,
  writePiece: (piece: string) => void,
  limitChars: number = mostExportChars,
): void {
  const write = limited(writePiece, limitChars)
  const { functions } = selected.tree
  write('{"$schema":"https://www.speedscope.app/file-format-schema.json","exporter":"Pipescope",')
  write(`"name":${JSON.stringify(name)},"activeProfileIndex":0,"shared":{"frames":[`)
  for (let of = 1; of < functions.count; of++)
    write(`${of === 1 ? '' : ','}{"name":${JSON.stringify(frameText(functions.get(of)))}}`)
  write(']},"profiles":[')
  let isFirstProfile = true
  let isFirstEvent = true
  const event = (type: 'O' | 'C', of: number, ticks: number): void => {
    // The root has no frame of its own.
    write(`${isFirstEvent ? '' : ','}{"type":"${type}","frame":${of - 1},"at":${ticks / ticksPerMs}}`)
    isFirstEvent = false
  }
  visitThreadStacks(selected, {
    begin(threadIndex, start, end) {
      const head = `"type":"evented","name":${JSON.stringify(threadName(threadIndex))},"unit":"milliseconds"`
      const span = `"startValue":${start / ticksPerMs},"endValue":${end / ticksPerMs}`
      write(`${isFirstProfile ? '' : ','}{${head},${span},"events":[`)
      isFirstProfile = false
      isFirstEvent = true
    },
    open: (of, ticks) => event('O', of, ticks),
    close: (of, ticks) => event('C', of, ticks),
    end: () => write(']}'),
  })
  write(']}')
}
