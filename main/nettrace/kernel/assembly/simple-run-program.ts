import { slotColumns, state, threadEntry, typeTable } from '../kernel-layout.ts'
import {
  block,
  br,
  brIf,
  call,
  drop,
  type Code,
  f64,
  FunctionBuilder,
  i32,
  i64,
  label,
  loop,
  returns,
  when,
  type WrittenFunction,
} from './assembler.ts'
import { field } from './state-field.ts'

/*
 * Events that carry nothing but a type, a stack, a time step and a payload size, each there or not, and samples, which carry a
 * thread, a stack and a time step: nearly all. They have a
 * function of their own because the general one holds so many values that the engine keeps them in memory and moves them about
 * at every branch.
 */

const rowBytes = 4

/** Where the search for a thread's id begins; as in thread-hash.ts. */
export function threadSlot(id: Code): Code {
  const product = i64.mul(id, i64.load(i32.const(state.threadMultiplier)))
  return i32.wrap(i64.shrU(product, i64.extendU(field.load(state.threadShift))))
}

/** (thread id of 32 bits) -> index of the thread plus one, 0 when it has none yet. */
export function findThread(): WrittenFunction {
  const f = new FunctionBuilder(['i32'])
  const id = f.parameter(0)
  const slot = f.local('i32')
  const entry = f.local('i32')
  const probe = label('probe')
  const entryAddress = i32.add(
    field.load(state.threadTable),
    i32.mul(i32.and(slot.get, field.load(state.threadMask)), i32.const(threadEntry.bytes)),
  )
  return f.write([
    slot.set(threadSlot(i64.extendU(id.get))),
    loop(
      probe,
      entry.set(entryAddress),
      when(i32.eq(i32.load(entry.get, threadEntry.index), i32.const(threadEntry.free)), [i32.const(0), returns]),
      slot.set(i32.add(slot.get, i32.const(1))),
      brIf(probe, i64.ne(i64.load(entry.get), i64.extendU(id.get))),
    ),
    i32.add(i32.load(entry.get, threadEntry.index), i32.const(1)),
  ])
}

/**
 * (position, row, ticks) -> position of the first event that is anything else or might not fit; `runRow` and `runTicks` of the state
 * say where the run ended. `row` is the address of a row in a 4-byte column whose offset would be 0. What an event does not carry
 * is taken from the columns of the row before, where the caller has put it for the first one: held in locals, the engine would
 * move it between registers and memory for every event.
 */
export function simpleRun(functionIndex: { readonly findThread: number }): WrittenFunction {
  const f = new FunctionBuilder(['i32', 'i32', 'i64'])
  const position = f.parameter(0)
  /** Of the row before: columns are read from here, and written one row on. */
  const row = f.parameter(1)
  const ticks = f.parameter(2)
  const bits = f.local('i64')
  const address = f.local('i32')
  const byte = f.local('i32')
  const count = f.local('i32')
  const step = f.local('i32')
  const typePlusOne = f.local('i32')
  const threadPlusOne = f.local('i32')
  const next = label('next')
  const over = label('over')

  type Column = Exclude<keyof typeof slotColumns, 'timestamp'>
  const carried = (column: Column): Code => i32.load(row.get, slotColumns[column])
  const storeColumn = (column: Column, value: Code): Code => i32.store(row.get, value, slotColumns[column] + rowBytes)

  /**
   * The commonest shapes of events by far: type of one byte, stack of one or two, a payload size of one or two, each there or not, and a
   * time step of two or three bytes. One comparison instead of eight branches; whatever does not fit goes the general way,
   * with nothing changed. `bits` holds the first eight bytes.
   */
  const commonShape = (shapeFlags: number, stackBytes: 0 | 1 | 2 = 0): Code => {
    const hasThread = (shapeFlags & 4) !== 0
    const other = label('other')
    const isRead = label('isRead')
    const byteOfBits = (index: number): Code =>
      i32.and(i32.wrap(i64.shrU(bits.get, i64.const(BigInt(index * 8)))), i32.const(255))
    const hasType = (shapeFlags & 1) !== 0
    const hasSize = (shapeFlags & 128) !== 0
    const threadAt = 1
    const stackAt = hasType ? 2 : hasThread ? threadAt + 3 : 1
    const timeAt = stackAt + stackBytes
    // Of the flags all bits, of each byte up to the first of the time step whether another one follows.
    let mask = 0xffn
    let wanted = BigInt(shapeFlags)
    for (let index = 1; index <= timeAt; index++) {
      const bit = 0x80n << BigInt(index * 8)
      mask |= bit
      const goesOn = index === timeAt || (stackBytes === 2 && index === stackAt) || (hasThread && index < threadAt + 2)
      if (goesOn) wanted |= bit
    }
    const isOther =
      timeAt < 4
        ? i32.ne(i32.and(i32.wrap(bits.get), i32.const(Number(mask))), i32.const(Number(wanted)))
        : i64.ne(i64.and(bits.get, i64.const(mask)), i64.const(wanted))
    const ends = (headerBytes: number): Code => [
      count.set(i32.add(position.get, i32.const(headerBytes))),
      hasSize ? byte.set(byteOfBits(headerBytes - 1)) : byte.set(carried('payloadLength')),
    ]
    const afterTime = timeAt + (hasSize ? 3 : 2)
    const stackId =
      stackBytes === 2
        ? i32.or(i32.and(byteOfBits(stackAt), i32.const(127)), i32.shl(byteOfBits(stackAt + 1), i32.const(7)))
        : byteOfBits(stackAt)
    const threadId = i32.or(
      i32.or(i32.and(byteOfBits(1), i32.const(127)), i32.shl(i32.and(byteOfBits(2), i32.const(127)), i32.const(7))),
      i32.shl(byteOfBits(3), i32.const(14)),
    )
    return block(
      other,
      brIf(other, isOther),
      step.set(byteOfBits(timeAt + 1)),
      address.set(i32.or(i32.and(byteOfBits(timeAt), i32.const(127)), i32.shl(step.get, i32.const(7)))),
      ends(afterTime),
      block(
        isRead,
        brIf(isRead, i32.ltU(step.get, i32.const(128))),
        step.set(byteOfBits(timeAt + 2)),
        brIf(over, i32.geU(step.get, i32.const(128))),
        address.set(i32.or(i32.and(address.get, i32.const(0x3fff)), i32.shl(step.get, i32.const(14)))),
        ends(afterTime + 1),
      ),
      hasSize
        ? [
            when(i32.geU(byte.get, i32.const(128)), [
              step.set(i32.load8(count.get)),
              brIf(over, i32.geU(step.get, i32.const(128))),
              byte.set(i32.or(i32.and(byte.get, i32.const(127)), i32.shl(step.get, i32.const(7)))),
              count.set(i32.add(count.get, i32.const(1))),
            ]),
            // No overflow: there is memory behind the input for more than this.
            brIf(over, i32.gtU(i32.add(count.get, byte.get), field.load(state.end))),
          ]
        : [
            step.set(i32.sub(field.load(state.end), count.get)),
            brIf(over, i32.ltS(step.get, i32.const(0))),
            brIf(over, i32.gtU(byte.get, step.get)),
          ],
      hasType
        ? [
            typePlusOne.set(i32.load(i32.shl(byteOfBits(1), i32.const(2)), typeTable.address)),
            brIf(over, i32.eqz(typePlusOne.get)),
          ]
        : [],
      stackBytes > 0
        ? [
            step.set(i32.sub(stackId, field.load(state.stackFirst))),
            brIf(over, i32.geU(step.get, field.load(state.stackCount))),
          ]
        : [],
      hasThread
        ? [
            threadPlusOne.set(call(functionIndex.findThread, threadId)),
            brIf(over, i32.eqz(threadPlusOne.get)),
            storeColumn('threadIndex', i32.sub(threadPlusOne.get, i32.const(1))),
          ]
        : storeColumn('threadIndex', carried('threadIndex')),
      storeColumn('typeIndex', hasType ? i32.sub(typePlusOne.get, i32.const(1)) : carried('typeIndex')),
      storeColumn(
        'stackIndex',
        stackBytes > 0 ? i32.add(step.get, field.load(state.stackBase)) : carried('stackIndex'),
      ),
      storeColumn('payloadLength', byte.get),
      storeColumn('payloadOffset', i32.add(count.get, field.load(state.payloadDelta))),
      ticks.set(i64.add(ticks.get, i64.extendU(address.get))),
      f64.store(
        i32.add(i32.shl(row.get, i32.const(1)), field.load(state.timestampDelta)),
        f64.fromI64S(ticks.get),
        slotColumns.timestamp + 2 * rowBytes,
      ),
      row.set(i32.add(row.get, i32.const(rowBytes))),
      position.set(i32.add(count.get, byte.get)),
      br(next),
    )
  }

  return f.write([
    row.set(i32.sub(row.get, i32.const(rowBytes))),
    field.store(state.lastRow, i32.sub(field.load(state.rowEnd), i32.const(rowBytes))),
    block(
      over,
      loop(
        next,
        brIf(over, i32.geU(position.get, field.load(state.end))),
        brIf(over, i32.geU(row.get, field.load(state.lastRow))),
        // Four lines ahead: where the next event begins depends on this one's payload size, so the processor cannot look for it itself.
        [i32.load8(position.get, 256), drop],
        bits.set(i64.load(position.get)),
        commonShape(0x89, 1),
        commonShape(0x09, 1),
        commonShape(0x08, 2),
        commonShape(0x00),
        commonShape(0x04),
        commonShape(0x0c, 1),
        commonShape(0x81),
        commonShape(0x01),
      ),
    ),
    field.store(state.runRow, i32.add(row.get, i32.const(rowBytes))),
    i64.store(i32.const(state.runTicks), ticks.get),
    position.get,
  ])
}
