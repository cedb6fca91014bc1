import { type TraceWaterfall, waterfallKinds } from '../../../shared/model/trace/trace-waterfall.ts'
import { TraceParts } from '../../analysis/trace/trace-parts.ts'
import type { Section } from '../section.ts'
import { textTable } from '../text-table.ts'
import { withTables } from './with-tables.ts'

/** `--request N`: where the time of the request at a row of the table `requests` went. */
export function requestSection(path: string, row: number): Section {
  const parts = new TraceParts()
  return {
    listener: parts.listener,
    needsColumns: true,
    json: (trace) => withTables({ path, parts, trace }, (tables) => ({ request: tables.waterfall({ row }) })),
    print: (trace, output) =>
      withTables({ path, parts, trace }, (tables) => {
        const found = tables.waterfall({ row })
        output.write(found === null ? `\nThere is no request ${row}.\n` : waterfallText(found))
      }),
  }
}

function waterfallText({ request, spans, sums, assumedMs }: TraceWaterfall): string {
  const duration = request.endMs - request.startMs
  const sumRows = waterfallKinds.map((kind) => [kind, ms(sums[kind]), percent(sums[kind], duration)])
  const spanRows = spans.map(({ kind, fromMs, toMs, thread, rule, sampleCount, detail }) => {
    return [ms(fromMs), ms(toMs - fromMs), kind, thread ?? '', rule, sampleCount, detail]
  })
  return [
    `\n${request.label}, ${ms(duration)} ms from ${ms(request.startMs)} ms${request.hasEnded ? '' : ', its end was not recorded'}\n`,
    textTable(['part', 'ms', '%'], sumRows),
    `${ms(assumedMs)} ms of it on an assumption\n`,
    textTable(['from_ms', 'ms', 'part', 'thread', 'rule', 'samples', 'detail'], spanRows),
  ].join('\n')
}

function ms(value: number): string {
  return value.toFixed(3)
}

function percent(part: number, of: number): string {
  return of === 0 ? '' : ((part * 100) / of).toFixed(1)
}
