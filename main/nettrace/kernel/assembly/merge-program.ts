import { mergeLeaf, mergeNode, mergeState } from '../kernel-layout.ts'
import {
  block,
  br,
  brIf,
  type Code,
  f64,
  FunctionBuilder,
  i32,
  i64,
  label,
  loop,
  returns,
  select,
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
 * Runs of rows, each in order of time, into one order: a tournament of the threads' next rows. Each inner node keeps the loser of its match,
 * so that only the matches between a leaf and the top are played again when that leaf's next row changes, always against the kept losers, and without a
 * branch that depends on who wins. The earliest of the losers the winner has met is where its stretch ends.
 *
 * Times are compared as 64-bit integers of the same order (`keyOf`). Equal times, which are rare, are ordered by row.
 */

/** Key of a leaf without rows: that of infinity. */
const noKey = 0x7ff0000000000000n

/** () -> 1 when every run has been merged, 0 when the list of stretches is full: take them, set their count to 0, and call again. */
export function merge(): WrittenFunction {
  const f = new FunctionBuilder()
  const word = () => f.local('i32')
  const key = f.local('i64')
  const row = word()
  const leaf = word()
  const otherKey = f.local('i64')
  const count = word()
  const nodes = word()
  const otherLeaf = word()
  const node = word()
  const isOther = word()
  const address = word()
  const end = word()
  const start = word()
  const place = word()
  const nextRow = word()
  const stretchEnd = word()
  const stretchLimit = word()
  const limit = f.local('f64')
  const next = label('next')
  const seat = label('seat')
  const seated = label('seated')
  const locals: MergeLocals = { leaf, address, end, start, row, count, place, nextRow, stretchEnd, stretchLimit }

  /** From a match to the next one up: half the place, which is a multiple of the size of a node. */
  const up = node.set(i32.and(i32.shrU(node.get, i32.const(1)), i32.const(-mergeNode.bytes)))
  const nodeAddress = i32.add(nodes.get, node.get)

  /** Plays the matches of `leaf`, which comes with `key`, up to the top; leaves the winner in the two. */
  const play = (): Code => {
    const match = label('match')
    return [
      node.set(i32.load(leaf.get, mergeLeaf.node)),
      loop(
        match,
        address.set(nodeAddress),
        otherKey.set(i64.load(address.get, mergeNode.key)),
        otherLeaf.set(i32.load(address.get, mergeNode.leaf)),
        isOther.set(i64.ltS(otherKey.get, key.get)),
        when(
          i64.eq(otherKey.get, key.get),
          isOther.set(i32.ltU(i32.load(otherLeaf.get, mergeLeaf.row), i32.load(leaf.get, mergeLeaf.row))),
        ),
        i64.store(address.get, select(key.get, otherKey.get, isOther.get), mergeNode.key),
        i32.store(address.get, select(leaf.get, otherLeaf.get, isOther.get), mergeNode.leaf),
        key.set(select(otherKey.get, key.get, isOther.get)),
        leaf.set(select(otherLeaf.get, leaf.get, isOther.get)),
        up,
        brIf(match, node.get),
      ),
    ]
  }

  /** Time of the earliest loser between the winner's leaf and the top, into `limit`. */
  const findLimit = (): Code => {
    const match = label('match')
    return [
      key.set(i64.const(noKey)),
      node.set(i32.load(leaf.get, mergeLeaf.node)),
      loop(
        match,
        otherKey.set(i64.load(nodeAddress, mergeNode.key)),
        key.set(select(otherKey.get, key.get, i64.ltS(otherKey.get, key.get))),
        up,
        brIf(match, node.get),
      ),
      limit.set(f64.fromBits(flipped(key.get))),
    ]
  }

  const goOn: Code = [
    when(
      i32.geU(address.get, end.get),
      [
        otherLeaf.set(i32.load(leaf.get, mergeLeaf.run)),
        when(
          i32.eqz(otherLeaf.get),
          [
            // The thread has ended. So has the merge when it was the last one.
            i32.store(leaf.get, i32.const(-1), mergeLeaf.row),
            key.set(i64.const(noKey)),
            field.store(mergeState.openLeafCount, i32.sub(field.load(mergeState.openLeafCount), i32.const(1))),
            when(i32.eqz(field.load(mergeState.openLeafCount)), [keepState(locals), i32.const(1), returns]),
          ],
          [beginRun(locals, otherLeaf), key.set(keyAt(address.get))],
        ),
      ],
      [continueRun(locals), key.set(keyAt(address.get))],
    ),
  ]

  return f.write([
    nodes.set(field.load(mergeState.nodes)),
    // Leaves that have not played yet, one after the other.
    block(
      seated,
      loop(
        seat,
        brIf(seated, i32.eqz(field.load(mergeState.waitingLeafCount))),
        leaf.set(field.load(mergeState.nextLeaf)),
        field.store(mergeState.nextLeaf, i32.add(leaf.get, i32.const(mergeLeaf.bytes))),
        field.store(mergeState.waitingLeafCount, i32.sub(field.load(mergeState.waitingLeafCount), i32.const(1))),
        address.set(i32.load(leaf.get, mergeLeaf.address)),
        key.set(i64.const(noKey)),
        when(address.get, key.set(keyAt(address.get))),
        play(),
        field.store(mergeState.winner, leaf.get),
        br(seat),
      ),
    ),
    leaf.set(field.load(mergeState.winner)),
    restoreState(locals),
    loop(
      next,
      when(i32.geU(stretchEnd.get, stretchLimit.get), [
        field.store(mergeState.winner, leaf.get),
        keepState(locals),
        i32.const(0),
        returns,
      ]),
      findLimit(),
      // The rows of the winner before the limit: at least the one that has won.
      walkRows(locals, limit),
      listStretch(locals),
      goOn,
      fetchAhead(locals),
      play(),
      br(next),
    ),
    i32.const(0),
  ])
}

/** A time as an integer of the same order; of an integer the time. */
function flipped(bits: Code): Code {
  return i64.xor(bits, i64.shrU(i64.shrS(bits, i64.const(63n)), i64.const(1n)))
}

function keyAt(address: Code): Code {
  return flipped(i64.load(address))
}
