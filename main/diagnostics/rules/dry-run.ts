import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { laneCodes, lanesColumns, readLiveFrameHeader, valuesColumns } from '../../../shared/frames/live-frame.ts'
import type { DryFired, DryRun } from '../../../shared/model/rules.ts'
import { RuleEvaluator, type Trigger } from '../../../shared/rules/rule-evaluator.ts'
import { skipReason, type Firing } from '../../../shared/rules/rule-limits.ts'
import { figureText } from '../../../shared/rules/rule-words.ts'
import type { Rule, RuleCondition } from '../../../shared/rules/rule.ts'
import { fitsSeries, namedSeries, type NamedSeries } from '../../../shared/rules/series-match.ts'
import type { Recorded } from '../live/live-service.ts'
import type { Hit } from '../../workers/rules/rules-protocol.ts'
import { isAnyException } from './watched-process.ts'

/** Of one series; above it the extremes of equal stretches stand for the rest. */
const mostPointsOfSeries = 100_000
const mostPointsShown = 600
const mostFired = 500
/** What a condition needs to end its last measurement. */
const afterMs = 1000

/** Something that was read at a time. */
interface Reading {
  readonly timeMs: number
  readonly condition: number
  /** Of a figure; null: of events. */
  readonly series: number | null
  readonly value: number
  readonly text: string
}

/** What is gone over. */
export interface DrySource {
  readonly recorded: Recorded
  readonly range: (seriesIndexes: readonly number[], maxPoints: number) => Promise<Result<ArrayBuffer, AppError>>
  /** Of the conditions that look for events; a live view keeps none. */
  readonly hits: readonly Hit[] | null
  /** GC pauses and counts of exceptions; a file of counters has none. */
  readonly hasLanes: boolean
}

interface Figures {
  readonly condition: number
  /** By series; the factor makes the figure what the condition means. */
  readonly factorOf: ReadonlyMap<number, number>
}

/** Where a rule would have fired, with the same evaluator and the same limits as when it is armed. */
export async function dryRun(rule: Rule, source: DrySource): Promise<Result<DryRun, AppError>> {
  const figures = rule.conditions.map((condition, index) => figuresOf(condition, index, source.recorded))
  const readings: Reading[] = [...laneReadings(rule, source.recorded), ...hitReadings(source.hits ?? [])]
  for (const { condition, factorOf } of figures) {
    if (factorOf.size === 0) continue
    // oxlint-disable-next-line no-await-in-loop -- one worker answers them one after the other
    const frame = await source.range([...factorOf.keys()], mostPointsOfSeries)
    if (!frame.ok) return frame
    addValues(readings, condition, factorOf, frame.value)
  }
  const shown = await shownPoints(rule, figures, source)
  if (!shown.ok) return shown
  readings.sort((a, b) => a.timeMs - b.timeMs)
  const times = [source.recorded.fromMs, source.recorded.toMs, readings[0]?.timeMs, readings.at(-1)?.timeMs]
  const known = times.filter((time) => typeof time === 'number')
  if (known.length === 0) return err({ kind: 'not-found', what: 'measurements' })
  return ok({
    fromMs: Math.min(...known),
    toMs: Math.max(...known),
    ...shown.value,
    fired: firedOf(rule, readings),
    silent: rule.conditions.flatMap((condition, index) =>
      isSilent(condition, figures[index]!, source) ? [index] : [],
    ),
  })
}

function isSilent(condition: RuleCondition, { factorOf }: Figures, { hits, hasLanes }: DrySource): boolean {
  switch (condition.kind) {
    case 'process':
      return true
    case 'gc-pause':
      return !hasLanes
    case 'exception':
    case 'log':
    case 'event':
      return hits === null && !(hasLanes && isAnyException(condition))
    case 'counter':
    case 'usage':
    case 'thread-pool-queue':
    case 'http-status':
    case 'http-duration':
      return factorOf.size === 0
  }
}

function figuresOf(condition: RuleCondition, index: number, { instruments, series }: Recorded): Figures {
  const factorOf = new Map<number, number>()
  for (const one of series) {
    const instrument = instruments.find((candidate) => candidate.index === one.instrumentIndex)
    const factor = instrument === undefined ? null : factorFor(condition, namedSeries(instrument, one))
    if (factor !== null) factorOf.set(one.index, factor)
  }
  return { condition: index, factorOf }
}

/** The system's own figure is not recorded; the runtime's counter of the same is, in megabytes until .NET 8. */
function factorFor(condition: RuleCondition, series: NamedSeries): number | null {
  if (fitsSeries(condition, series)) return 1
  if (condition.kind !== 'usage' || condition.what !== 'memory' || series.provider !== 'System.Runtime') return null
  if (series.measure !== 'value') return null
  if (series.name === 'working-set') return 1e6
  return series.name === 'dotnet.process.memory.working_set' ? 1 : null
}

function addValues(into: Reading[], condition: number, factors: ReadonlyMap<number, number>, frame: ArrayBuffer): void {
  const header = readLiveFrameHeader(frame)
  if (header?.kind !== 'values') return
  const { timeMs, value, seriesIndex } = valuesColumns(frame, header)
  for (let row = 0; row < header.count; row += 1) {
    const series = seriesIndex[row]!
    const figure = value[row]! * (factors.get(series) ?? 1)
    into.push({ timeMs: timeMs[row]!, condition, series, value: figure, text: '' })
  }
}

function laneReadings({ conditions }: Rule, { lanes }: Recorded): readonly Reading[] {
  const readings: Reading[] = []
  for (const frame of lanes) {
    const header = readLiveFrameHeader(frame)
    if (header?.kind !== 'lanes') continue
    const columns = lanesColumns(frame, header)
    for (let row = 0; row < header.count; row += 1)
      for (const [condition, wanted] of conditions.entries()) {
        const value = laneValue(wanted, columns.lane[row]!, columns.durationMs[row]!, columns.amount[row]!)
        if (value !== null) readings.push({ timeMs: columns.timeMs[row]!, condition, series: null, value, text: '' })
      }
  }
  return readings
}

function laneValue(condition: RuleCondition, lane: number, durationMs: number, amount: number): number | null {
  if (condition.kind === 'gc-pause') return lane === laneCodes.gc ? durationMs : null
  return isAnyException(condition) && lane === laneCodes.exception ? amount : null
}

function hitReadings(hits: readonly Hit[]): readonly Reading[] {
  return hits.map(({ condition, timeMs, count, text }) => ({ timeMs, condition, series: null, value: count, text }))
}

function firedOf(rule: Rule, readings: readonly Reading[]): readonly DryFired[] {
  const evaluator = new RuleEvaluator(rule)
  const fired: DryFired[] = []
  let firings: readonly Firing[] = []
  const note = (trigger: Trigger | null): void => {
    if (trigger === null || fired.length >= mostFired) return
    const clocks = { nowMs: trigger.timeMs, ticksMs: trigger.timeMs }
    const skipped = skipReason(rule.limits, firings, clocks)
    if (skipped === null) firings = [...firings, { atMs: trigger.timeMs, ticksMs: trigger.timeMs }]
    const reached = figureText(rule.conditions[trigger.conditionIndex]!, trigger.value)
    fired.push({ timeMs: trigger.timeMs, reached, skipped })
  }
  for (const { timeMs, condition, series, value, text } of readings) {
    note(evaluator.advance(timeMs))
    note(
      series === null
        ? evaluator.noteEvents(condition, timeMs, value, text)
        : evaluator.noteValue(condition, series, timeMs, value),
    )
  }
  note(evaluator.advance((readings.at(-1)?.timeMs ?? 0) + afterMs))
  return fired
}

/** The figures of the first condition that has some, as a line of at most some hundred points; of its series the first. */
async function shownPoints(
  { conditions }: Rule,
  figures: readonly Figures[],
  { range }: DrySource,
): Promise<Result<Pick<DryRun, 'points' | 'limit' | 'conditionIndex'>, AppError>> {
  const first = figures.find(({ factorOf }) => factorOf.size > 0)
  const [series] = first?.factorOf ?? []
  if (first === undefined || series === undefined) return ok({ points: [], limit: null, conditionIndex: null })
  const [index, factor] = series
  const frame = await range([index], mostPointsShown)
  if (!frame.ok) return frame
  const header = readLiveFrameHeader(frame.value)
  if (header?.kind !== 'values') return ok({ points: [], limit: null, conditionIndex: null })
  const { timeMs, value } = valuesColumns(frame.value, header)
  const points = Array.from(timeMs, (time, row) => [time, value[row]! * factor] as const)
  return ok({
    points: points.filter(([, figure]) => Number.isFinite(figure)),
    limit: limitOf(conditions[first.condition]!),
    conditionIndex: first.condition,
  })
}

function limitOf(condition: RuleCondition): number | null {
  switch (condition.kind) {
    case 'counter':
    case 'usage':
    case 'thread-pool-queue':
      return condition.value
    case 'http-status':
      return condition.perSecond
    case 'http-duration':
      return condition.longerThanMs / 1000
    case 'gc-pause':
    case 'exception':
    case 'log':
    case 'event':
    case 'process':
      return null
  }
}
