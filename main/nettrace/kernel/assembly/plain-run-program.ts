import { gapBuffer, slotColumns, state } from '../kernel-layout.ts'
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
  type Local,
  loop,
  when,
  type WrittenFunction,
} from './assembler.ts'
import { field } from './state-field.ts'
import { v128 } from './vector-code.ts'

/*
 * A run of events whose flags are all zero: they carry everything but their time, as the events of a flood do. Only times and
 * payload places are written one by one. The carried columns of a long run are not written at all: the first row gets its values, the
 * rest is noted as a gap that the host fills when somebody asks (see trace-segment.ts). Writing them cost a third of a flood.
 *
 * Most such events have a time step of two bytes and so the same size; four of them at a time are checked and taken with vector
 * instructions. Everything is checked as for single events: the shape of each header, that the last one ends inside
 * the block, that there are rows left.
 */

/** Shorter runs are filled at once: a gap costs the host about as much as that. */
const leastGapRows = 64
/** Flags and a time step of two bytes. */
const commonHeaderBytes = 3
/** Time stays exact in 64-bit floats when it starts within this: a block cannot hold 2^38 steps of 14 bits. */
const exactTicks = 2n ** 52n
const rowBytes = 4

const rowNumberOf = (rowAddress: Code) => i32.shrU(i32.sub(rowAddress, field.load(state.slotBase)), i32.const(2))

/**
 * (position, row, type, thread, stack, payload length, ticks) -> position of the first event that is anything else or might
 * not fit. `position` is that of a flags byte, `row` the address of a row in a 4-byte column whose offset would be 0; the
 * state's `runRow` and `runTicks` say where the run ended.
 */
export function plainRun(): WrittenFunction {
  const f = new FunctionBuilder(['i32', 'i32', 'i32', 'i32', 'i32', 'i32', 'i64'])
  const position = f.parameter(0)
  const row = f.parameter(1)
  const carried: readonly (readonly [number, Local])[] = [
    [slotColumns.typeIndex, f.parameter(2)],
    [slotColumns.threadIndex, f.parameter(3)],
    [slotColumns.stackIndex, f.parameter(4)],
    [slotColumns.payloadLength, f.parameter(5)],
  ]
  const payloadLength = f.parameter(5)
  const ticks = f.parameter(6)
  const word = () => f.local('i32')
  const firstRow = word()
  const singles = word()
  const end = word()
  const rowEnd = word()
  const timestampDelta = word()
  const payloadDelta = word()
  const address = word()
  const places = f.local('v128')
  const steps = f.local('v128')
  const times = f.local('v128')
  const placeStep = f.local('v128')
  const stride = word()

  const over = label('over')
  const again = label('again')

  const quads = takeQuads({
    position,
    row,
    ticks,
    payloadLength,
    stride,
    end,
    rowEnd,
    timestampDelta,
    payloadDelta,
    places,
    placeStep,
    steps,
    times,
  })
  const one = takeOne(
    {
      position,
      row,
      ticks,
      payloadLength,
      end,
      rowEnd,
      timestampDelta,
      payloadDelta,
      step: address,
      byte: word(),
      after: word(),
    },
    over,
  )

  /** Rows from `firstRow` to `row` get the value, four at a time; the gap between columns takes what is too many. */
  const fill = ([column, value]: readonly [number, Local]): Code => {
    const more = label('more')
    return [
      address.set(firstRow.get),
      loop(
        more,
        v128.store(address.get, v128.splatI32(value.get), column),
        address.set(i32.add(address.get, i32.const(16))),
        brIf(more, i32.ltU(address.get, row.get)),
      ),
    ]
  }
  const noteGap: Code = [
    address.set(
      i32.add(i32.const(gapBuffer.address), i32.mul(field.load(state.gapCount), i32.const(gapBuffer.entryBytes))),
    ),
    i32.store(address.get, rowNumberOf(i32.add(firstRow.get, i32.const(rowBytes)))),
    i32.store(address.get, rowNumberOf(row.get), 4),
    field.store(state.gapCount, i32.add(field.load(state.gapCount), i32.const(1))),
    carried.map(([column, value]) => i32.store(firstRow.get, value.get, column)),
  ]
  const isLong = i32.geU(i32.sub(row.get, firstRow.get), i32.const(leastGapRows * rowBytes))
  const hasRoom = i32.ltU(field.load(state.gapCount), field.load(state.gapCapacity))

  return f.write([
    firstRow.set(row.get),
    end.set(field.load(state.end)),
    rowEnd.set(field.load(state.rowEnd)),
    timestampDelta.set(field.load(state.timestampDelta)),
    payloadDelta.set(field.load(state.payloadDelta)),
    stride.set(i32.add(payloadLength.get, i32.const(commonHeaderBytes))),
    block(
      over,
      loop(
        again,
        quads,
        // What stopped the vector loop is within the next four events.
        singles.set(i32.const(4)),
        one((more) => [singles.set(i32.sub(singles.get, i32.const(1))), brIf(more, singles.get)]),
        br(again),
      ),
    ),
    when(i32.ne(row.get, firstRow.get), when(i32.and(isLong, hasRoom), noteGap, carried.map(fill))),
    field.store(state.runRow, row.get),
    i64.store(i32.const(state.runTicks), ticks.get),
    position.get,
  ])
}

interface QuadLocals {
  readonly position: Local
  readonly row: Local
  readonly ticks: Local
  readonly payloadLength: Local
  readonly stride: Local
  readonly end: Local
  readonly rowEnd: Local
  readonly timestampDelta: Local
  readonly payloadDelta: Local
  readonly places: Local
  readonly placeStep: Local
  readonly steps: Local
  readonly times: Local
}

/** Four events of the common size at a time, as long as they are that. */
function takeQuads(at: QuadLocals): Code {
  const { position, row, ticks, stride, steps, times, places } = at
  const none = label('none')
  const more = label('more')
  const over = label('over')
  const positionOf = (index: number) => i32.add(position.get, i32.mul(stride.get, i32.const(index)))
  const stamp = i32.add(i32.shl(row.get, i32.const(1)), at.timestampDelta.get)
  return block(
    none,
    // A payload of many megabytes would let four of them overflow.
    brIf(none, i32.geU(stride.get, i32.const(2 ** 24))),
    brIf(none, i64.gtS(i64.sub(ticks.get, i64.const(-exactTicks)), i64.const(2n * exactTicks))),
    brIf(none, i64.ltS(i64.sub(ticks.get, i64.const(-exactTicks)), i64.const(0n))),
    times.set(v128.splatF64(f64.fromI64S(ticks.get))),
    places.set(
      v128.addI32(
        v128.splatI32(i32.add(i32.add(position.get, at.payloadDelta.get), i32.const(commonHeaderBytes))),
        v128.mulI32(v128.splatI32(stride.get), v128.lanesI32(0, 1, 2, 3)),
      ),
    ),
    at.placeStep.set(v128.splatI32(i32.shl(stride.get, i32.const(2)))),
    block(
      over,
      loop(
        more,
        brIf(over, i32.gtS(i32.shl(stride.get, i32.const(2)), i32.sub(at.end.get, position.get))),
        brIf(over, i32.gtU(i32.add(row.get, i32.const(4 * rowBytes)), at.rowEnd.get)),
        steps.set(v128.load32Zero(position.get)),
        [1, 2, 3].map((lane) => steps.set(v128.load32Lane(positionOf(lane), steps.get, lane))),
        // Flags of zero, a byte that goes on, a byte that does not.
        brIf(
          over,
          i32.eqz(
            v128.allI32(
              v128.eqI32(
                v128.and(steps.get, v128.splatI32(i32.const(0x008080ff))),
                v128.splatI32(i32.const(0x00008000)),
              ),
            ),
          ),
        ),
        steps.set(
          v128.or(
            v128.and(v128.shrI32(steps.get, 8), v128.splatI32(i32.const(0x7f))),
            v128.and(v128.shrI32(steps.get, 9), v128.splatI32(i32.const(0x3f80))),
          ),
        ),
        // Running sums of the four steps.
        steps.set(v128.addI32(steps.get, v128.pickI32(v128.lanesI32(0, 0, 0, 0), steps.get, [0, 4, 5, 6]))),
        steps.set(v128.addI32(steps.get, v128.pickI32(v128.lanesI32(0, 0, 0, 0), steps.get, [0, 1, 4, 5]))),
        v128.store(stamp, v128.addF64(v128.f64FromI32U(steps.get), times.get), slotColumns.timestamp),
        times.set(v128.addF64(v128.f64FromI32U(v128.pickI32(steps.get, steps.get, [2, 3, 2, 3])), times.get)),
        v128.store(stamp, times.get, slotColumns.timestamp + 16),
        times.set(v128.pickI32(times.get, times.get, [2, 3, 2, 3])),
        v128.store(row.get, places.get, slotColumns.payloadOffset),
        places.set(v128.addI32(places.get, at.placeStep.get)),
        row.set(i32.add(row.get, i32.const(4 * rowBytes))),
        position.set(i32.add(position.get, i32.shl(stride.get, i32.const(2)))),
        br(more),
      ),
    ),
    ticks.set(i64.fromF64S(v128.f64Lane(times.get, 0))),
  )
}

interface OneLocals {
  readonly position: Local
  readonly row: Local
  readonly ticks: Local
  readonly payloadLength: Local
  readonly end: Local
  readonly rowEnd: Local
  readonly timestampDelta: Local
  readonly payloadDelta: Local
  readonly step: Local
  readonly byte: Local
  readonly after: Local
}

/** Single events with a time step of up to three bytes; leaves through `over` with nothing changed by the event that does not fit. */
function takeOne(
  at: OneLocals,
  over: ReturnType<typeof label>,
): (next: (more: ReturnType<typeof label>) => Code) => Code {
  const { position, row, ticks, step, byte, after } = at
  const isRead = label('isRead')
  const more = label('more')
  const readStep: Code = block(
    isRead,
    step.set(i32.load8(position.get, 1)),
    after.set(i32.add(position.get, i32.const(2))),
    brIf(isRead, i32.ltU(step.get, i32.const(128))),
    byte.set(i32.load8(position.get, 2)),
    after.set(i32.add(position.get, i32.const(3))),
    step.set(i32.or(i32.and(step.get, i32.const(127)), i32.shl(byte.get, i32.const(7)))),
    brIf(isRead, i32.ltU(byte.get, i32.const(128))),
    byte.set(i32.load8(position.get, 3)),
    after.set(i32.add(position.get, i32.const(4))),
    step.set(i32.or(i32.and(step.get, i32.const(0x3fff)), i32.shl(byte.get, i32.const(14)))),
    brIf(over, i32.geU(byte.get, i32.const(128))),
  )
  return (next) =>
    loop(
      more,
      brIf(over, i32.geU(position.get, at.end.get)),
      brIf(over, i32.load8(position.get)),
      brIf(over, i32.geU(row.get, at.rowEnd.get)),
      readStep,
      byte.set(i32.sub(at.end.get, after.get)),
      brIf(over, i32.ltS(byte.get, i32.const(0))),
      brIf(over, i32.gtU(at.payloadLength.get, byte.get)),
      ticks.set(i64.add(ticks.get, i64.extendU(step.get))),
      f64.store(
        i32.add(i32.shl(row.get, i32.const(1)), at.timestampDelta.get),
        f64.fromI64S(ticks.get),
        slotColumns.timestamp,
      ),
      i32.store(row.get, i32.add(after.get, at.payloadDelta.get), slotColumns.payloadOffset),
      row.set(i32.add(row.get, i32.const(rowBytes))),
      position.set(i32.add(after.get, at.payloadLength.get)),
      next(more),
    )
}
