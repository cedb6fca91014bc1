import { mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { writeLargeFile } from './large-file.ts'
import type { OnceReport } from './once.ts'
import { wallSecondsOf } from './trace-event-passes.ts'

/** For the whole process: code, tables, columns. */
const wholeBudgetBytes = 512e6
/** Of that, for columns. The rest is the program itself, tables, input, and what the engine keeps for later. */
const columnBudgetBytes = 352 * 2 ** 20
const largeBytes = 1e9

/** Reads a file of a gigabyte in a fresh process with a budget for everything. Throws when an event is missing or the budget is not kept. */
export async function proveBudget(source: string): Promise<Readonly<Record<string, number | string>>> {
  // Not the folder for temporary files, which may lie in memory.
  const folder = mkdtempSync(path.join(os.tmpdir(), 'decode-large-'))
  try {
    const file = path.join(folder, 'large.nettrace')
    const repetitions = writeLargeFile(source, file, largeBytes)
    const small = await once(source, [])
    const large = await once(file, ['--budget', String(columnBudgetBytes)])
    for (const [type, count] of Object.entries(small.report.counts))
      if (large.report.counts[type] !== count * repetitions)
        throw new Error(`${large.report.counts[type]} events of ${type} instead of ${count * repetitions}`)
    const { events, peakRssBytes, spilledBytes } = large.report
    if (events !== small.report.events * repetitions) throw new Error(`${events} events in all`)
    console.error(
      `${millions(statSync(file).size)}, ${events} events: peak ${millions(peakRssBytes)} of ${millions(wholeBudgetBytes)}, ${millions(spilledBytes)} of columns on disk, ${large.seconds.toFixed(1)} s`,
    )
    if (spilledBytes === 0) throw new Error('nothing was paged out: the file is too small to prove anything')
    if (peakRssBytes > wholeBudgetBytes) throw new Error(`a peak of ${millions(peakRssBytes)}`)
    return {
      source,
      fileBytes: statSync(file).size,
      events,
      seconds: large.seconds,
      budgetBytes: wholeBudgetBytes,
      peakRssBytes,
      spilledBytes,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function once(
  file: string,
  more: readonly string[],
): Promise<{ readonly report: OnceReport; readonly seconds: number }> {
  const { seconds, output } = await wallSecondsOf(process.execPath, [process.argv[1]!, '--once', file, ...more])
  return { report: JSON.parse(output) as OnceReport, seconds }
}

function millions(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`
}
