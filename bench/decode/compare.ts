import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { addPlainRow, addSegmentRows, RowHash } from '../../main/nettrace/testing/row-hash.ts'
import { readPlain } from '../../main/nettrace/testing/plain-reader.ts'
import { type Spread, spreadOf } from '../harness.ts'
import { answerSeconds } from './answer.ts'
import { FreshCopy } from './fresh-copy.ts'
import type { OnceReport } from './once.ts'
import { type OurPass, ourPass, readColumns } from './our-passes.ts'
import { readAlone } from './read-alone.ts'
import { coldTraceEventSeconds, type TraceEventPass, TraceEventPasses, wallSecondsOf } from './trace-event-passes.ts'

const coldStarts = 3
const warmUpPasses = 3
const passes = 9

interface Speeds {
  readonly min: number
  readonly median: number
  readonly max: number
}

export interface FileReport {
  readonly file: string
  readonly events: number
  /** Events per second. */
  readonly eventsPerSecond: Speeds
  readonly ordered: Speeds
  /** Seconds from the file to the first page of its methods. */
  readonly answerSeconds: Speeds
  readonly traceEvent: Speeds | null
  readonly ratio: number | null
  readonly ratioOrdered: number | null
  /** To TraceEvent's best pass instead of its median one. */
  readonly ratioToBest: number | null
  /** Processor time of a program that only reads the file. */
  readonly readAloneMs: number
  readonly peakRssBytes: number
}

/** Ends the run when the columns are not what the plain reader finds. */
async function verify(file: string): Promise<void> {
  const bytes = new Uint8Array(readFileSync(file))
  const expected = new RowHash()
  const plain = readPlain(bytes, (row) => addPlainRow(expected, bytes, row))
  const found = new RowHash()
  const reader = await readColumns(file)
  for (const segment of reader.trace.segments) addSegmentRows(found, reader.trace, segment)
  const { eventCount, lostEventCount, isComplete } = reader.trace
  const ours = [found.value, eventCount, lostEventCount, isComplete].join(' ')
  const theirs = [expected.value, plain.eventCount, plain.lostCount, plain.isComplete].join(' ')
  reader.dispose()
  if (ours !== theirs) throw new Error(`${file}: columns differ from the plain reader's: ${ours} instead of ${theirs}`)
  console.error(`  columns equal the plain reader's: ${ours}`)
}

/** Ours and TraceEvent in turn on a copy of one file. */
export async function measure(original: string): Promise<FileReport> {
  using copy = new FreshCopy(original)
  const file = copy.path
  console.error(`${path.basename(file)} (${(statSync(file).size / 1e6).toFixed(1)} MB)`)
  await verify(file)
  const cold: number[] = []
  const coldPeer: number[] = []
  let peakRssBytes = 0
  for (let start = 0; start < coldStarts; start++) {
    const { seconds, output } = await wallSecondsOf(process.execPath, [process.argv[1]!, '--once', file])
    cold.push(seconds)
    peakRssBytes = Math.max(peakRssBytes, (JSON.parse(output) as OnceReport).peakRssBytes)
    const peerSeconds = await coldTraceEventSeconds(file)
    if (peerSeconds !== null) coldPeer.push(peerSeconds)
  }

  const ours: OurPass[] = []
  const theirs: TraceEventPass[] = []
  const readings: number[] = []
  {
    using peer = TraceEventPasses.start(file)
    for (let pass = 0; pass < warmUpPasses + passes; pass++) {
      const our = await ourPass(file)
      const reading = readAlone(file)
      const their = await peer?.pass()
      if (their !== undefined && their.events !== our.events)
        throw new Error(`${file}: ${our.events} events, TraceEvent sees ${their.events}`)
      if (pass < warmUpPasses) continue
      ours.push(our)
      readings.push(reading)
      if (their !== undefined) theirs.push(their)
    }
  }
  const answers: number[] = []
  for (let pass = 0; pass < warmUpPasses + passes; pass++) {
    const seconds = await answerSeconds(file)
    if (pass >= warmUpPasses) answers.push(seconds)
  }
  const eventsPerSecond = speeds(ours.map((pass) => pass.events / pass.seconds))
  const ordered = speeds(ours.map((pass) => pass.events / pass.orderedSeconds))
  const traceEvent = theirs.length === 0 ? null : speeds(theirs.map((pass) => pass.events / pass.seconds))
  const report: FileReport = {
    file: original,
    events: ours[0]!.events,
    eventsPerSecond,
    ordered,
    answerSeconds: speeds(answers),
    traceEvent,
    ratio: traceEvent && eventsPerSecond.median / traceEvent.median,
    ratioOrdered: traceEvent && ordered.median / traceEvent.median,
    ratioToBest: traceEvent && eventsPerSecond.median / traceEvent.max,
    readAloneMs: spreadOf(readings).median * 1e3,
    peakRssBytes,
  }
  const filled = speeds(ours.map((pass) => pass.events / pass.filledSeconds))
  const coldSeconds = spreadOf(cold).median
  const coldPeerSeconds = coldPeer.length === 0 ? null : spreadOf(coldPeer).median
  describe(report, {
    filled,
    coldSeconds,
    coldPeer: coldPeerSeconds,
    fileBytes: statSync(file).size,
    cpu: spreadOf(ours.map((pass) => pass.cpuSeconds)),
    orderCpu: spreadOf(ours.map((pass) => pass.orderCpuSeconds)),
    pageFaults: spreadOf(ours.map((pass) => pass.pageFaults)).median,
  })
  return report
}

function speeds(values: readonly number[]): Speeds {
  const { min, median, max }: Spread = spreadOf(values)
  return { min, median, max }
}

interface MoreFigures {
  /** Events per second, with carried columns written out. */
  readonly filled: Speeds
  readonly coldSeconds: number
  readonly coldPeer: number | null
  readonly fileBytes: number
  /** Seconds. */
  readonly cpu: Spread
  readonly orderCpu: Spread
  readonly pageFaults: number
}

function millions({ min, median, max }: Speeds): string {
  return `${(median / 1e6).toFixed(1)} M/s (${(min / 1e6).toFixed(1)} to ${(max / 1e6).toFixed(1)})`
}

function times(value: number | null): string {
  return value === null ? 'no peer' : `${value.toFixed(1)} x`
}

function milliseconds({ min, median, max }: Speeds): string {
  return `${(median * 1e3).toFixed(1)} ms (${(min * 1e3).toFixed(1)} to ${(max * 1e3).toFixed(1)})`
}

function describe(report: FileReport, more: MoreFigures): void {
  const { filled, coldSeconds, coldPeer, fileBytes, cpu, orderCpu, pageFaults } = more
  const perEvent = (report.peakRssBytes - 60e6) / report.events
  const ofFile = (report.peakRssBytes - 60e6) / fileBytes
  console.error(`  ${report.events} events
  columns     ${millions(report.eventsPerSecond)}  ${times(report.ratio)} (${times(report.ratioToBest)} to its best)
  written out ${millions(filled)}
  in order    ${millions(report.ordered)}  ${times(report.ratioOrdered)}
  answer      ${milliseconds(report.answerSeconds)} to the first page of methods
  TraceEvent  ${report.traceEvent === null ? 'not built here' : millions(report.traceEvent)}
  processor   ${milliseconds(cpu)}, order alone ${milliseconds(orderCpu)}, ${pageFaults} page faults a pass
  read alone  ${report.readAloneMs.toFixed(1)} ms of it to copy the file out of the system's cache
  cold        ${coldSeconds.toFixed(2)} s against ${coldPeer === null ? 'no peer' : `${coldPeer.toFixed(2)} s`}
  peak RSS    ${(report.peakRssBytes / 1e6).toFixed(0)} MB = 60 MB + ${ofFile.toFixed(2)} x the file = 60 MB + ${perEvent.toFixed(1)} bytes an event`)
}
