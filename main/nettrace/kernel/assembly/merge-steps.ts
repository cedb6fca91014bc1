import { mergeLeaf, mergeRun, mergeState, mergeStretch } from '../kernel-layout.ts'
import { block, brIf, type Code, drop, f64, i32, label, type Local, loop, when } from './assembler.ts'
import { field } from './state-field.ts'

/*
 * What both merges of runs do (merge-program.ts, list-merge-program.ts): walk the rows of the thread that is next, list them as a stretch, go on
 * with the thread's next run, and keep the state between two calls.
 */

/** The locals of a merge that these steps read and write, all of them i32. */
export interface MergeLocals {
  /** The thread that is next. */
  readonly leaf: Local
  /** Address of the time of its row; of the end of its run; of the row its stretch begins with. */
  readonly address: Local
  readonly end: Local
  readonly start: Local
  readonly row: Local
  readonly count: Local
  /** Place in order of the stretch's first row, and the row that would go on with the stretch before. */
  readonly place: Local
  readonly nextRow: Local
  /** End of the list of stretches, and of its room. */
  readonly stretchEnd: Local
  readonly stretchLimit: Local
}

/** What a call begins with. */
export function restoreState({ place, nextRow, stretchEnd, stretchLimit }: MergeLocals): Code {
  return [
    place.set(field.load(mergeState.place)),
    nextRow.set(field.load(mergeState.nextRow)),
    stretchEnd.set(field.load(mergeState.stretchEnd)),
    stretchLimit.set(field.load(mergeState.stretchLimit)),
  ]
}

/** What a call ends with. */
export function keepState({ place, nextRow, stretchEnd }: MergeLocals): Code {
  return [
    field.store(mergeState.place, place.get),
    field.store(mergeState.nextRow, nextRow.get),
    field.store(mergeState.stretchEnd, stretchEnd.get),
  ]
}

/** The rows of `leaf` before the time `limit` (f64), at least one: `start` is the first of them, `address` the one behind. */
export function walkRows({ leaf, address, end, start }: MergeLocals, limit: Local): Code {
  const walk = label('walk')
  const walked = label('walked')
  return [
    address.set(i32.load(leaf.get, mergeLeaf.address)),
    end.set(i32.load(leaf.get, mergeLeaf.end)),
    start.set(address.get),
    block(
      walked,
      loop(
        walk,
        address.set(i32.add(address.get, i32.const(8))),
        brIf(walked, i32.geU(address.get, end.get)),
        brIf(walk, f64.lt(f64.load(address.get), limit.get)),
      ),
    ),
  ]
}

/** Lists the rows walked as a stretch, or as more of the one before. */
export function listStretch({ leaf, address, start, row, count, place, nextRow, stretchEnd }: MergeLocals): Code {
  return [
    row.set(i32.load(leaf.get, mergeLeaf.row)),
    when(i32.ne(row.get, nextRow.get), [
      i32.store(stretchEnd.get, row.get, mergeStretch.row),
      i32.store(stretchEnd.get, place.get, mergeStretch.place),
      stretchEnd.set(i32.add(stretchEnd.get, i32.const(mergeStretch.bytes))),
    ]),
    count.set(i32.shrU(i32.sub(address.get, start.get), i32.const(3))),
    place.set(i32.add(place.get, count.get)),
    nextRow.set(i32.add(row.get, count.get)),
  ]
}

/** `leaf` goes on with the first row of `run` (i32, its address). */
export function beginRun({ leaf, address }: MergeLocals, run: Local): Code {
  return [
    address.set(i32.load(run.get, mergeRun.address)),
    i32.store(leaf.get, i32.load(run.get, mergeRun.row), mergeLeaf.row),
    i32.store(leaf.get, i32.load(run.get, mergeRun.end), mergeLeaf.end),
    i32.store(leaf.get, i32.load(run.get, mergeRun.next), mergeLeaf.run),
    i32.store(leaf.get, address.get, mergeLeaf.address),
  ]
}

/** `leaf` goes on with the row behind its stretch. */
export function continueRun({ leaf, address, nextRow }: MergeLocals): Code {
  return [i32.store(leaf.get, address.get, mergeLeaf.address), i32.store(leaf.get, nextRow.get, mergeLeaf.row)]
}

/** Has the processor fetch the rows behind these: forty threads are more than it watches by itself. */
export function fetchAhead({ address }: MergeLocals): Code {
  return [i32.load8(address.get, 256), drop]
}
