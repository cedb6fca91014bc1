import type { TraceTreeAnswer, TraceTreeQuestion, TraceTreeRow } from '../../../../shared/model/trace/trace-tree.ts'
import { namedFrame, type FunctionTable } from '../../code/function-table.ts'
import { calleeSteps, callerSteps, type CallStep, leafSteps, rootStep, selfOf, stepOf } from '../call-steps.ts'
import type { CallTree } from './call-tree.ts'

/** Nobody reads more under one row. */
const mostRows = 500

/** What is under a row, the heaviest first. A path that leads nowhere (any more) has no rows. */
export function treeRows(
  calls: CallTree,
  functions: Pick<FunctionTable, 'find'>,
  { view, frame, path }: Omit<TraceTreeQuestion, 'selection'>,
): TraceTreeAnswer {
  const under = view === 'callers' ? callerSteps : calleeSteps
  let steps = firstSteps(calls, functions, view, frame)
  for (const functionNumber of path) {
    const step = steps.find(({ functionIndex }) => functionIndex === functionNumber)
    steps = step === undefined ? [] : under(calls, step)
  }
  const shown = steps.slice(0, mostRows)
  const omitted = steps.slice(mostRows)
  return {
    sampleCount: calls.total[0]!,
    rows: shown.map((step) => row(calls, step, view, under(calls, step).length > 0)),
    omitted: { rowCount: omitted.length, total: omitted.reduce((sum, { weight }) => sum + weight, 0) },
  }
}

function firstSteps(
  calls: CallTree,
  functions: Pick<FunctionTable, 'find'>,
  view: TraceTreeQuestion['view'],
  frame: TraceTreeQuestion['frame'],
): readonly CallStep[] {
  if (frame === null) return view === 'callers' ? leafSteps(calls) : calleeSteps(calls, rootStep(calls))
  const found = functions.find(frame.method, frame.module)
  return found < 0 ? [] : [stepOf(calls, found)].filter(({ weight }) => weight > 0)
}

function row(calls: CallTree, step: CallStep, view: TraceTreeQuestion['view'], hasRows: boolean): TraceTreeRow {
  return {
    functionNumber: step.functionIndex,
    ...namedFrame(calls.tree.functions.get(step.functionIndex)),
    self: view === 'callers' ? step.weight : selfOf(calls, step),
    total: step.weight,
    hasRows,
  }
}
