import { mergeHead, mergeLeaf, mergeState } from '../kernel-layout.ts'
import {
  block,
  br,
  brIf,
  type Code,
  f64,
  FunctionBuilder,
  i32,
  label,
  loop,
  returns,
  when,
  type WrittenFunction,
} from './assembler.ts'
import {
  beginRun,
  continueRun,
  fetchAhead,
  keepState,
  listStretch,
  type MergeLocals,
  restoreState,
  walkRows,
} from './merge-steps.ts'
import { field } from './state-field.ts'

/*
 * Runs of rows, each in order of time, into one order, for up to some hundred threads: a list of the threads' next rows in order of time.
 * The first of it is next, its stretch ends where the second begins, and what it goes on with is moved to its place in the list. However
 * many threads a trace has, only as many as it had processors take turns; the others are further down the list than anything moves. With
 * a tournament (merge-program.ts) each turn costs a match for every halving of all threads.
 *
 * The last of the list is one of infinite time. Equal times, which are rare, are ordered by row.
 */

/** Offset of a field in the entry behind. */
const second = (offset: number) => mergeHead.bytes + offset

/** () -> 1 when every run has been merged, 0 when the list of stretches is full: take them, set their count to 0, and call again. */
export function listMerge(): WrittenFunction {
  const f = new FunctionBuilder()
  const word = () => f.local('i32')
  const heads = word()
  const leaf = word()
  const address = word()
  const end = word()
  const start = word()
  const row = word()
  const count = word()
  const place = word()
  const nextRow = word()
  const stretchEnd = word()
  const stretchLimit = word()
  const run = word()
  const at = word()
  const otherLeaf = word()
  const time = f.local('f64')
  const otherTime = f.local('f64')
  const next = label('next')
  const locals: MergeLocals = { leaf, address, end, start, row, count, place, nextRow, stretchEnd, stretchLimit }

  /** The rows of the first before the second's: at least one. */
  const walkStretch: Code = [
    leaf.set(i32.load(heads.get, mergeHead.leaf)),
    time.set(f64.load(heads.get, second(mergeHead.time))),
    walkRows(locals, time),
  ]

  const moveUp = label('moveUp')
  /** The thread has ended: all others one up. So has the merge when it was the last one. */
  const removeFirst: Code = [
    at.set(heads.get),
    loop(
      moveUp,
      otherLeaf.set(i32.load(at.get, second(mergeHead.leaf))),
      f64.store(at.get, f64.load(at.get, second(mergeHead.time)), mergeHead.time),
      i32.store(at.get, otherLeaf.get, mergeHead.leaf),
      at.set(i32.add(at.get, i32.const(mergeHead.bytes))),
      brIf(moveUp, otherLeaf.get),
    ),
    when(i32.eqz(i32.load(heads.get, mergeHead.leaf)), [keepState(locals), i32.const(1), returns]),
    br(next),
  ]

  const goOn: Code = when(
    i32.geU(address.get, end.get),
    [run.set(i32.load(leaf.get, mergeLeaf.run)), when(i32.eqz(run.get), removeFirst), beginRun(locals, run)],
    continueRun(locals),
  )

  const seek = label('seek')
  const found = label('found')
  const insert: Code = [
    time.set(f64.load(address.get)),
    at.set(heads.get),
    block(
      found,
      loop(
        seek,
        otherTime.set(f64.load(at.get, second(mergeHead.time))),
        otherLeaf.set(i32.load(at.get, second(mergeHead.leaf))),
        brIf(found, f64.lt(time.get, otherTime.get)),
        when(
          f64.eq(time.get, otherTime.get),
          brIf(found, i32.ltU(i32.load(leaf.get, mergeLeaf.row), i32.load(otherLeaf.get, mergeLeaf.row))),
        ),
        f64.store(at.get, otherTime.get, mergeHead.time),
        i32.store(at.get, otherLeaf.get, mergeHead.leaf),
        at.set(i32.add(at.get, i32.const(mergeHead.bytes))),
        br(seek),
      ),
    ),
    f64.store(at.get, time.get, mergeHead.time),
    i32.store(at.get, leaf.get, mergeHead.leaf),
  ]

  return f.write([
    heads.set(field.load(mergeState.heads)),
    restoreState(locals),
    loop(
      next,
      when(i32.geU(stretchEnd.get, stretchLimit.get), [keepState(locals), i32.const(0), returns]),
      walkStretch,
      listStretch(locals),
      goOn,
      fetchAhead(locals),
      insert,
      br(next),
    ),
    i32.const(0),
  ])
}
