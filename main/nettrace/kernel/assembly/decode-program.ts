import {
  lossBuffer,
  markBuffer,
  markKinds,
  outcomes,
  runBuffer,
  slotColumns,
  state,
  threadEntry,
  typeTable,
} from '../kernel-layout.ts'
import {
  block,
  br,
  brIf,
  call,
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
import { copy, findStack, listStacks, longVarint } from './helper-programs.ts'
import { listMerge } from './list-merge-program.ts'
import { merge } from './merge-program.ts'
import { plainRun } from './plain-run-program.ts'
import { findThread, simpleRun, threadSlot } from './simple-run-program.ts'
import { field } from './state-field.ts'

/*
 * The hot loop: compressed event headers of one block into the columns of a segment slot (layout of a header: see
 * block-layout.ts). Every branch back to the top is behind the check that the event ends inside its block; header bytes read
 * before that check may lie beyond the block but never beyond the memory, which goes on for more than a header after the input.
 *
 * What needs a table to grow leaves the loop with the position of the event's first byte: nothing but absolute fields was
 * changed by then, so that reading the event again gives the same. Relative fields (sequence number, time) change only after
 * the last such exit.
 */

const functionIndex = { decode: 0, longVarint: 1, findStack: 2, plainRun: 4, simpleRun: 6, findThread: 7 } as const

export function decodeFunctions(): Record<string, WrittenFunction> {
  return {
    decode: decodeBlobs(),
    longVarint: longVarint(),
    findStack: findStack(),
    listStacks: listStacks(),
    plainRun: plainRun(),
    copy: copy(),
    simpleRun: simpleRun(functionIndex),
    findThread: findThread(),
    merge: merge(),
    listMerge: listMerge(),
  }
}

function decodeBlobs(): WrittenFunction {
  const f = new FunctionBuilder()
  const word = () => f.local('i32')
  const position = word()
  /** Address of the current row in a 4-byte column whose offset would be 0. */
  const row = word()
  const typeIndex = word()
  const threadIndex = word()
  const stackIndex = word()
  const payloadLength = word()
  const ticks = f.local('i64')
  const flags = word()
  const byte = word()
  const count = word()
  const step = word()
  const bits = f.local('i64')
  const entry = word()
  const address = word()
  const outcome = word()

  const next = label('next')
  const exit = label('exit')

  const leave = (code: number): Code => [outcome.set(i32.const(code)), br(exit)]
  const fail = (faultCode: number): Code => [field.store(state.faultCode, i32.const(faultCode)), leave(outcomes.fault)]
  const advance = (bytes: number): Code => position.set(i32.add(position.get, i32.const(bytes)))
  const has = (flag: number): Code => i32.and(flags.get, i32.const(flag))
  const rowNumber = i32.shrU(i32.sub(row.get, field.load(state.slotBase)), i32.const(2))

  /** One and two bytes inline; longer ones are rare for ids. */
  const varint32 = (target: Local, faultCode: number): Code => [
    target.set(i32.load8(position.get)),
    advance(1),
    when(i32.geU(target.get, i32.const(128)), [
      byte.set(i32.load8(position.get)),
      when(
        i32.ltU(byte.get, i32.const(128)),
        [target.set(i32.or(i32.and(target.get, i32.const(127)), i32.shl(byte.get, i32.const(7)))), advance(1)],
        [
          count.set(call(functionIndex.longVarint, i32.sub(position.get, i32.const(1)))),
          when(i32.gtU(i32.sub(count.get, i32.const(1)), i32.const(4)), fail(faultCode)),
          target.set(i32.load(i32.const(state.varint))),
          position.set(i32.sub(i32.add(position.get, count.get), i32.const(1))),
        ],
      ),
    ]),
  ]

  /** Into `bits`. */
  const varint64 = (faultCode: number): Code => [
    count.set(call(functionIndex.longVarint, position.get)),
    when(i32.eqz(count.get), fail(faultCode)),
    bits.set(i64.load(i32.const(state.varint))),
    position.set(i32.add(position.get, count.get)),
  ]

  /** Up to three bytes inline, which is nearly all; a thread that starts earlier than the last one stepped back takes ten. */
  const timeStep: Code = [
    step.set(i32.load8(position.get)),
    advance(1),
    bits.set(i64.extendU(step.get)),
    when(i32.geU(step.get, i32.const(128)), [
      byte.set(i32.load8(position.get)),
      step.set(i32.or(i32.and(step.get, i32.const(127)), i32.shl(byte.get, i32.const(7)))),
      advance(1),
      bits.set(i64.extendU(step.get)),
      when(i32.geU(byte.get, i32.const(128)), [
        byte.set(i32.load8(position.get)),
        step.set(i32.or(i32.and(step.get, i32.const(0x3fff)), i32.shl(byte.get, i32.const(14)))),
        advance(1),
        bits.set(i64.extendU(step.get)),
        when(i32.geU(byte.get, i32.const(128)), [advance(-3), varint64(7)]),
      ]),
    ]),
  ]

  /** Leaves the address of the thread's entry in `entry`; its id is in `bits`. */
  const findThread = (): Code => {
    const probe = label('probe')
    const found = label('found')
    const entryAddress = i32.add(
      field.load(state.threadTable),
      i32.mul(i32.and(address.get, field.load(state.threadMask)), i32.const(threadEntry.bytes)),
    )
    return [
      address.set(threadSlot(bits.get)),
      block(
        found,
        loop(
          probe,
          entry.set(entryAddress),
          brIf(
            found,
            i32.and(
              i64.eq(i64.load(entry.get), bits.get),
              i32.ne(i32.load(entry.get, threadEntry.index), i32.const(threadEntry.free)),
            ),
          ),
          when(i32.eq(i32.load(entry.get, threadEntry.index), i32.const(threadEntry.free)), [
            i64.store(i32.const(state.wantedThread), bits.get),
            leave(outcomes.unknownThread),
          ]),
          address.set(i32.add(address.get, i32.const(1))),
          br(probe),
        ),
      ),
    ]
  }

  const pushMark = (kind: number, value: Code): Code => [
    address.set(
      i32.add(i32.const(markBuffer.address), i32.mul(field.load(state.markCount), i32.const(markBuffer.entryBytes))),
    ),
    i32.store(address.get, rowNumber),
    i32.store(address.get, i32.const(kind), 4),
    i32.store(address.get, value, 8),
    field.store(state.markCount, i32.add(field.load(state.markCount), i32.const(1))),
  ]

  /** The first number of an entry puts it on the list of those that have one. */
  const keepSequence = when(field.load(state.captureEntry), [
    when(
      i32.and(
        i32.eqz(i32.load(field.load(state.captureEntry), threadEntry.sequence)),
        i32.ltU(field.load(state.notedEnd), field.load(state.notedLimit)),
      ),
      [
        i32.store(field.load(state.notedEnd), field.load(state.captureEntry)),
        field.store(state.notedEnd, i32.add(field.load(state.notedEnd), i32.const(4))),
      ],
    ),
    i32.store(field.load(state.captureEntry), field.load(state.sequence), threadEntry.sequence),
  ])
  const updateSequence = field.store(
    state.sequence,
    i32.sub(i32.add(field.load(state.sequenceBase), rowNumber), i32.const(1)),
  )

  const commitRun: Code = [
    updateSequence,
    keepSequence,
    entry.set(field.load(state.newEntry)),
    field.store(state.captureEntry, entry.get),
    step.set(i32.add(i32.add(field.load(state.sequence), field.load(state.sequenceStep)), i32.const(1))),
    field.store(state.sequenceBase, i32.sub(step.get, rowNumber)),
    byte.set(i32.load(entry.get, threadEntry.sequence)),
    when(byte.get, [
      count.set(i32.sub(i32.sub(step.get, byte.get), i32.const(1))),
      when(i32.gtS(count.get, i32.const(0)), [
        address.set(
          i32.add(
            i32.const(lossBuffer.address),
            i32.mul(field.load(state.lossCount), i32.const(lossBuffer.entryBytes)),
          ),
        ),
        i32.store(address.get, rowNumber),
        i32.store(address.get, i32.load(entry.get, threadEntry.index), 4),
        i32.store(address.get, count.get, 8),
        field.store(state.lossCount, i32.add(field.load(state.lossCount), i32.const(1))),
      ]),
    ]),
    address.set(
      i32.add(i32.const(runBuffer.address), i32.mul(field.load(state.runCount), i32.const(runBuffer.entryBytes))),
    ),
    i32.store(address.get, rowNumber),
    i32.store(address.get, i32.load(entry.get, threadEntry.index), 4),
    i32.store(address.get, field.load(state.newProcessor), 8),
    field.store(state.runCount, i32.add(field.load(state.runCount), i32.const(1))),
  ]

  const areBuffersFull = i32.or(
    i32.or(
      i32.geU(field.load(state.runCount), i32.const(runBuffer.capacity)),
      i32.geU(field.load(state.markCount), i32.const(markBuffer.capacity - 1)),
    ),
    i32.geU(field.load(state.lossCount), i32.const(lossBuffer.capacity)),
  )

  const wantType: Code = [field.store(state.metadataId, step.get), leave(outcomes.unknownType)]
  const readMetadataId: Code = when(has(1), [
    varint32(step, 1),
    when(
      i32.ltU(step.get, i32.const(typeTable.capacity)),
      [
        typeIndex.set(i32.load(i32.shl(step.get, i32.const(2)), typeTable.address)),
        when(i32.eqz(typeIndex.get), wantType),
        typeIndex.set(i32.sub(typeIndex.get, i32.const(1))),
      ],
      [
        when(i32.ne(step.get, field.load(state.farMetadataId)), wantType),
        typeIndex.set(field.load(state.farTypeIndex)),
      ],
    ),
  ])

  const readCapture: Code = when(has(2), [
    when(areBuffersFull, leave(outcomes.buffersFull)),
    varint32(step, 2),
    field.store(state.sequenceStep, step.get),
    varint64(3),
    findThread(),
    field.store(state.newEntry, entry.get),
    varint32(step, 4),
    field.store(state.newProcessor, step.get),
  ])

  const readThread: Code = when(has(4), [
    varint64(5),
    findThread(),
    threadIndex.set(i32.load(entry.get, threadEntry.index)),
  ])

  const readStack: Code = when(has(8), [
    varint32(step, 6),
    stackIndex.set(i32.sub(step.get, field.load(state.stackFirst))),
    // Id 0 is in no range: the first id of one is at least 1.
    when(
      i32.ltU(stackIndex.get, field.load(state.stackCount)),
      stackIndex.set(i32.add(stackIndex.get, field.load(state.stackBase))),
      stackIndex.set(call(functionIndex.findStack, step.get)),
    ),
  ])

  const readIds: Code = [
    when(areBuffersFull, leave(outcomes.buffersFull)),
    when(field.load(state.isV6), when(has(16), [varint32(step, 10), field.store(state.activityAt, step.get)]), [
      when(has(16), [field.store(state.activityAt, position.get), advance(16)]),
      when(has(32), [field.store(state.relatedAt, position.get), advance(16)]),
    ]),
  ]

  const commitIds: Code = when(
    field.load(state.isV6),
    when(has(16), pushMark(markKinds.labels, field.load(state.activityAt))),
    [
      when(has(16), pushMark(markKinds.activity, field.load(state.activityAt))),
      when(has(32), pushMark(markKinds.relatedActivity, field.load(state.relatedAt))),
    ],
  )

  /** The check that makes all reads before it safe. */
  const checkEnd: Code = [
    count.set(i32.sub(field.load(state.end), position.get)),
    when(i32.ltS(count.get, i32.const(0)), fail(9)),
    when(i32.gtU(payloadLength.get, count.get), fail(9)),
  ]

  const storeTimeAndPlace: Code = [
    f64.store(
      i32.add(i32.shl(row.get, i32.const(1)), field.load(state.timestampDelta)),
      f64.fromI64S(ticks.get),
      slotColumns.timestamp,
    ),
    i32.store(row.get, i32.add(position.get, field.load(state.payloadDelta)), slotColumns.payloadOffset),
  ]

  const storeRow: Code = [
    storeTimeAndPlace,
    i32.store(row.get, typeIndex.get, slotColumns.typeIndex),
    i32.store(row.get, threadIndex.get, slotColumns.threadIndex),
    i32.store(row.get, stackIndex.get, slotColumns.stackIndex),
    i32.store(row.get, payloadLength.get, slotColumns.payloadLength),
    row.set(i32.add(row.get, i32.const(4))),
    position.set(i32.add(position.get, payloadLength.get)),
  ]

  /** `position` is that of a flags byte of zero. Taken when the next two events look like that too: it pays for a few events. */
  const tryPlainRun: Code = [
    count.set(i32.add(payloadLength.get, i32.const(3))),
    when(
      i32.ltU(i32.shl(count.get, i32.const(1)), i32.sub(field.load(state.end), position.get)),
      when(
        i32.eqz(
          i32.or(
            i32.load8(i32.add(position.get, count.get)),
            i32.load8(i32.add(position.get, i32.shl(count.get, i32.const(1)))),
          ),
        ),
        [
          address.set(
            call(
              functionIndex.plainRun,
              position.get,
              row.get,
              typeIndex.get,
              threadIndex.get,
              stackIndex.get,
              payloadLength.get,
              ticks.get,
            ),
          ),
          when(i32.ne(address.get, position.get), [
            position.set(address.get),
            row.set(field.load(state.runRow)),
            ticks.set(i64.load(i32.const(state.runTicks))),
            br(next),
          ]),
        ],
      ),
    ),
  ]

  const columnsOfCarried: readonly (readonly [number, Local])[] = [
    [slotColumns.typeIndex, typeIndex],
    [slotColumns.threadIndex, threadIndex],
    [slotColumns.stackIndex, stackIndex],
    [slotColumns.payloadLength, payloadLength],
  ]

  /**
   * What an event does not carry comes from the row before, which is an event of this block and has these values: the first event
   * of a call goes the general way, as its block may begin with it, or its segment, or the last call left it half read.
   */
  const trySimpleRun: Code = when(i32.ne(position.get, field.load(state.position)), [
    address.set(i32.sub(row.get, i32.const(4))),
    columnsOfCarried.map(([column, local]) => i32.store(address.get, local.get, column)),
    address.set(call(functionIndex.simpleRun, position.get, row.get, ticks.get)),
    when(i32.ne(address.get, position.get), [
      position.set(address.get),
      row.set(field.load(state.runRow)),
      address.set(i32.sub(row.get, i32.const(4))),
      columnsOfCarried.map(([column, local]) => local.set(i32.load(address.get, column))),
      ticks.set(i64.load(i32.const(state.runTicks))),
      br(next),
    ]),
  ])

  const carried: readonly (readonly [number, Local])[] = [
    [state.typeIndex, typeIndex],
    [state.threadIndex, threadIndex],
    [state.stackIndex, stackIndex],
    [state.payloadLength, payloadLength],
  ]

  return f.write([
    carried.map(([offset, local]) => local.set(field.load(offset))),
    position.set(field.load(state.position)),
    ticks.set(i64.load(i32.const(state.ticks))),
    row.set(i32.add(field.load(state.slotBase), i32.shl(field.load(state.row), i32.const(2)))),
    field.store(state.rowEnd, i32.add(field.load(state.slotBase), i32.shl(field.load(state.rowLimit), i32.const(2)))),
    field.store(state.timestampDelta, i32.sub(i32.const(0), field.load(state.slotBase))),
    field.store(state.sequenceBase, i32.add(i32.sub(field.load(state.sequence), field.load(state.row)), i32.const(1))),
    block(
      exit,
      loop(
        next,
        field.store(state.blobStart, position.get),
        when(i32.geU(position.get, field.load(state.end)), leave(outcomes.done)),
        when(i32.geU(row.get, field.load(state.rowEnd)), leave(outcomes.segmentFull)),
        flags.set(i32.load8(position.get)),
        when(i32.eqz(flags.get), tryPlainRun),
        when(i32.eqz(has(0x72)), trySimpleRun),
        advance(1),
        when(has(0x0f), [readMetadataId, readCapture, readThread, readStack]),
        timeStep,
        when(has(0xb0), [when(has(48), readIds), when(has(128), varint32(payloadLength, 8))]),
        checkEnd,
        ticks.set(i64.add(ticks.get, bits.get)),
        when(has(0x72), [
          when(has(2), commitRun),
          when(has(48), commitIds),
          when(has(64), [
            i64.store(i32.const(state.sortedTicks), ticks.get),
            field.store(state.hasSorted, i32.const(1)),
          ]),
        ]),
        storeRow,
        br(next),
      ),
    ),
    updateSequence,
    keepSequence,
    field.store(state.row, rowNumber),
    field.store(state.position, field.load(state.blobStart)),
    carried.map(([offset, local]) => field.store(offset, local.get)),
    i64.store(i32.const(state.ticks), ticks.get),
    outcome.get,
  ])
}
