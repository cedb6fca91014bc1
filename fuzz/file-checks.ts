import fs from 'node:fs'
import path from 'node:path'
import { assert } from '../shared/base/assert.ts'
import { SampledStacks } from '../main/analysis/stacks/sampled-stacks.ts'
import { TimeSpan } from '../main/analysis/trace/time-span.ts'
import { TypeCounts } from '../main/analysis/trace/type-counts.ts'
import { baseReport } from '../main/inspect/base-report.ts'
import { readTrace } from '../main/inspect/read-trace.ts'
import { gcSection } from '../main/inspect/sections/collections.ts'
import { counterSection } from '../main/inspect/sections/counters.ts'
import { eventSection } from '../main/inspect/sections/events.ts'
import { exceptionSection } from '../main/inspect/sections/exceptions.ts'
import { methodSection, stackSection } from '../main/inspect/sections/methods.ts'
import { repairTrace } from '../main/workers/recorder/repair-trace.ts'

/** The input as a file through everything `inspect` does; what `--repair` writes must then read as a whole trace. */
export function readInputAsFile(bytes: Uint8Array, folder: string): void {
  const file = path.join(folder, 'input.nettrace')
  fs.writeFileSync(file, bytes)
  const sampled = new SampledStacks()
  const sections = [
    methodSection(sampled, 10),
    stackSection(sampled),
    gcSection(),
    exceptionSection(),
    counterSection(),
    eventSection(file, 'P', 5),
  ]
  const counts = new TypeCounts()
  const span = new TimeSpan()
  const outcome = readTrace(file, [counts, span, ...new Set(sections.map((section) => section.listener))], false)
  if ('failure' in outcome) {
    assert(outcome.failure.message !== '', 'a refusal says why')
    return
  }
  const { trace, damage } = outcome
  const report = JSON.stringify([baseReport(trace, damage, counts, span), ...sections.map((part) => part.json(trace))])
  assert(!report.includes('null,"message"'), 'damage has an offset')
  repairAndRead(file, folder, damage)
}

function repairAndRead(
  file: string,
  folder: string,
  damage: readonly { readonly kind: string; readonly offset: number }[],
): void {
  const repaired = path.join(folder, 'repaired.nettrace')
  fs.rmSync(repaired, { force: true })
  const limit = Math.min(...damage.filter(({ kind }) => kind !== 'truncated').map(({ offset }) => offset), Infinity)
  const result = repairTrace(file, repaired, limit)
  if (!result.ok) return
  const again = readTrace(repaired, [], false)
  assert(!('failure' in again) && again.damage.length === 0 && again.trace.isComplete, 'a repaired trace is whole')
  assert(again.trace.eventCount === result.value.eventCount, 'a repaired trace has the events it says')
}
