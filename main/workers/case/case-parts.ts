import fs from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { everything } from '../../../shared/model/trace/trace-trim.ts'
import { FindingFacts } from '../../analysis/findings/finding-facts.ts'
import { judgeFindings } from '../../analysis/findings/judge-findings.ts'
import { type LogEvents, logLevels } from '../../analysis/reports/log-events.ts'
import { TraceParts } from '../../analysis/trace/trace-parts.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { openHeapFile } from '../heap/heap-file.ts'
import { writeGcDumpFile } from '../heap/write-gcdump-file.ts'
import { trimTraceFile } from '../recorder/trim-trace-file.ts'
import { runSteps } from '../recorder/written-trace.ts'
import { openTraceFile, TraceFile } from '../trace/trace-file.ts'
import { keyedNames } from './case-masks.ts'
import { CasePrivacy } from './case-privacy.ts'
import type { CaseQuestions, MaskedTrace } from './case-protocol.ts'
import { ioError } from '../../os/io-error.ts'

type Asks<Name extends keyof CaseQuestions> = CaseQuestions[Name]['asks']
type Gets<Name extends keyof CaseQuestions> = Promise<Result<CaseQuestions[Name]['gets'], AppError>>

export async function maskTrace({ from, to, privacy: choice }: Asks<'mask'>): Gets<'mask'> {
  const read = await openTraceFile(from, {}, { keepsSegments: false })
  if (!read.ok) return read
  const { isComplete, damage, header } = read.value.trace
  read.value.dispose()
  if (header === null) return err({ kind: 'malformed', what: 'trace', offset: 0, expected: 'a header', found: 'none' })
  const isSourceWhole = isComplete && damage.length === 0
  const firstDamage = isSourceWhole ? null : Math.min(...damage.map(({ offset }) => offset), Number.POSITIVE_INFINITY)
  const privacy = new CasePrivacy(choice)
  const order = { selection: everything, redaction: privacy.traceChoice }
  const saved = runSteps(trimTraceFile(from, to, firstDamage, order, keyedNames(privacy.key)))
  if (!saved.ok) return saved
  const { file, lostCount, redaction } = saved.value
  privacy.add(redaction?.rules ?? [])
  const { sizeBytes, eventCount } = file
  return ok({ sizeBytes, eventCount, lostCount, isSourceWhole, counts: privacy.counts() } satisfies MaskedTrace)
}

export async function lookAtTrace({ path: file, logsTo }: Asks<'look'>): Gets<'look'> {
  const parts = new TraceParts()
  const read = await openTraceFile(file, parts.listener)
  if (!read.ok) return read
  const bytes = new TraceFile(file)
  try {
    const { trace } = read.value
    const findings = judgeFindings(new FindingFacts(parts, trace, (offset, count) => bytes.read(offset, count)))
    if (logsTo !== null) writeLogs(logsTo, parts.logs, trace)
    return ok({
      findings,
      logCount: parts.logs.count,
      isComplete: trace.isComplete && trace.damage.length === 0,
    })
  } catch (error) {
    return err(ioError(error, 'write', logsTo ?? file))
  } finally {
    bytes[Symbol.dispose]()
    read.value.dispose()
  }
}

/** A line of JSON for each message. */
function writeLogs(file: string, logs: LogEvents, trace: Trace): void {
  const fd = fs.openSync(file, 'wx', 0o600)
  try {
    for (let row = 0; row < logs.count; row++) {
      const exception = logs.texts.text(logs.exceptionText.at(row))
      const line = {
        time: new Date(trace.unixMs(logs.ticks.at(row))).toISOString(),
        level: logLevels[logs.level.at(row)] ?? String(logs.level.at(row)),
        category: logs.texts.text(logs.loggerText.at(row)),
        eventId: logs.eventNumber.at(row),
        threadId: trace.threads[logs.threadIndex.at(row)]?.id ?? 0,
        message: logs.texts.text(logs.messageText.at(row)),
        ...(exception === '' || exception === '{}' ? {} : { exception }),
      }
      fs.writeSync(fd, `${JSON.stringify(line)}\n`)
    }
    fs.fsyncSync(fd)
  } finally {
    fs.closeSync(fd)
  }
}

export async function gcdumpOf({ from, to }: Asks<'gcdump'>): Gets<'gcdump'> {
  const heap = await openHeapFile(from)
  if (!heap.ok) return heap
  const written = writeGcDumpFile(to, heap.value)
  if (!written.ok) return written
  const { objectCount, completeness } = heap.value.facts
  return ok({ ...written.value, objectCount, isComplete: completeness.kind === 'complete' })
}
