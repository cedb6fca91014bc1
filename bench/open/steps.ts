import { execFileSync } from 'node:child_process'
import { statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { wholeTrace } from '../../shared/model/trace/trace-selection.ts'
import { TraceDocumentEngine } from '../../main/workers/trace/trace-document-engine.ts'
import type { TraceQuery } from '../../main/workers/trace/trace-document-protocol.ts'
import { report, type Spread, spreadOf } from '../harness.ts'

/**
 * `npm run -s bench -- open/steps FILE...`: what the thread of a document spends on each step of an opening, in processor time of a fresh process
 * each, without the app around it.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '7' }, once: { type: 'boolean' } },
})
const firstStretch = { path: [], from: 0, to: 1 }
const threads = { order: 'busiest', search: '', pinned: [], offset: 0, count: 32 } as const

if (values.once === true) writeSync(1, JSON.stringify(await openOnce(positionals[0]!)))
else {
  const figures: Record<string, Spread | number> = {}
  for (const file of positionals) {
    const name = path.basename(file, '.nettrace')
    figures[`${name} megabytes`] = statSync(file).size / 1e6
    const all = Array.from({ length: Number(values.runs) }, () => runOnce(file))
    for (const step of Object.keys(all[0]!)) figures[`${name} ${step}`] = spreadOf(all.map((one) => one[step]!))
  }
  report({ name: 'open/steps', figures })
}

function runOnce(file: string): Record<string, number> {
  return JSON.parse(execFileSync(process.execPath, [process.argv[1]!, '--once', file], { encoding: 'utf8' })) as Record<
    string,
    number
  >
}

/** What the page asks at first, in the order in which it does. */
async function openOnce(file: string): Promise<Record<string, number>> {
  const spent: Record<string, number> = {}
  let last = process.cpuUsage()
  spent['loading ms'] = (last.user + last.system) / 1000
  const startMs = performance.now()
  const engine = new TraceDocumentEngine({ path: file }, () => undefined)
  const ask = async (step: string, query: TraceQuery): Promise<void> => {
    const answer = await engine.answer(query)
    if (!answer.ok) throw new Error(`${step}: ${answer.error.kind}`)
    const { user, system } = process.cpuUsage(last)
    spent[`${step} ms`] = (user + system) / 1000
    last = process.cpuUsage()
  }
  const selection = { ...wholeTrace, classes: ['running', 'spinning'] as const }
  await ask('reading, names of events', { name: 'event-words', request: null })
  await ask('summary', { name: 'summary', request: { isWhole: false } })
  await ask('overview', { name: 'overview', request: { selection } })
  await ask('timeline', { name: 'timeline', request: { selection, range: null, binCount: 700, threads } })
  await ask('flame', { name: 'flame', request: { selection, stretch: firstStretch, widthPx: 1400, search: '' } })
  spent['from the file to the flame graph, ms'] = performance.now() - startMs
  spent['memory megabytes'] = process.memoryUsage.rss() / 1e6
  engine.close()
  return spent
}
