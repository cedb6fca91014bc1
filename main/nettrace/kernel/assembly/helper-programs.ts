import { stackRangeBytes, state } from '../kernel-layout.ts'
import {
  block,
  br,
  brIf,
  copyMemory,
  f64,
  FunctionBuilder,
  i32,
  i64,
  label,
  loop,
  returns,
  when,
  type Code,
  type WrittenFunction,
} from './assembler.ts'
import { field } from './state-field.ts'

/** (to, from, bytes) -> 0. Several times as fast as the host's way, which takes other threads into account. */
export function copy(): WrittenFunction {
  const f = new FunctionBuilder(['i32', 'i32', 'i32'])
  return f.write([copyMemory(f.parameter(0).get, f.parameter(1).get, f.parameter(2).get), i32.const(0)])
}

/**
 * (position, end, most, address of f64 offsets, address of u32 lengths, stream offset of position 0) -> how many entries of a stack
 * block were listed: those that end inside the block.
 */
export function listStacks(): WrittenFunction {
  const f = new FunctionBuilder(['i32', 'i32', 'i32', 'i32', 'i32', 'f64'])
  const position = f.parameter(0)
  const end = f.parameter(1)
  const most = f.parameter(2)
  const offsetAddress = f.parameter(3)
  const lengthAddress = f.parameter(4)
  const base = f.parameter(5)
  const bytes = f.local('i32')
  const addresses = f.local('i32')
  const count = f.local('i32')
  const next = label('next')
  const done = label('done')
  return f.write([
    block(
      done,
      loop(
        next,
        brIf(done, i32.geU(count.get, most.get)),
        brIf(done, i32.ltU(i32.sub(end.get, position.get), i32.const(4))),
        bytes.set(i32.load(position.get)),
        addresses.set(i32.add(position.get, i32.const(4))),
        brIf(done, i32.gtU(bytes.get, i32.sub(end.get, addresses.get))),
        f64.store(
          i32.add(offsetAddress.get, i32.shl(count.get, i32.const(3))),
          f64.add(base.get, f64.fromI32U(addresses.get)),
        ),
        i32.store(i32.add(lengthAddress.get, i32.shl(count.get, i32.const(2))), bytes.get),
        count.set(i32.add(count.get, i32.const(1))),
        position.set(i32.add(addresses.get, bytes.get)),
        br(next),
      ),
    ),
    field.store(state.listedTo, position.get),
    count.get,
  ])
}

/** (position) -> bytes of the varint there, 0 if more than ten; its value goes to `state.varint`. */
export function longVarint(): WrittenFunction {
  const f = new FunctionBuilder(['i32'])
  const position = f.parameter(0)
  const shift = f.local('i32')
  const count = f.local('i32')
  const value = f.local('i64')
  const byte = f.local('i32')
  const next = label('next')
  const done = label('done')
  return f.write([
    block(
      done,
      loop(
        next,
        byte.set(i32.load8(i32.add(position.get, count.get))),
        value.set(i64.or(value.get, i64.shl(i64.extendU(i32.and(byte.get, i32.const(127))), i64.extendU(shift.get)))),
        count.set(i32.add(count.get, i32.const(1))),
        shift.set(i32.add(shift.get, i32.const(7))),
        brIf(done, i32.ltU(byte.get, i32.const(128))),
        brIf(next, i32.ltU(count.get, i32.const(10))),
        [i32.const(0), returns],
      ),
    ),
    i64.store(i32.const(state.varint), value.get),
    count.get,
  ])
}

/** (stack id) -> its index, by halving the list of ranges, which are in order of their ids; 0 and a count when it was never defined. */
export function findStack(): WrittenFunction {
  const f = new FunctionBuilder(['i32'])
  const id = f.parameter(0)
  const low = f.local('i32')
  const high = f.local('i32')
  const middle = f.local('i32')
  const address = f.local('i32')
  const distance = f.local('i32')
  const next = label('next')
  const found = label('found')
  const missing = label('missing')
  const setAddress = (place: Code): Code =>
    address.set(i32.add(field.load(state.stackRanges), i32.mul(place, i32.const(stackRangeBytes))))
  return f.write([
    when(i32.eqz(id.get), [i32.const(0), returns]),
    high.set(field.load(state.stackRangeCount)),
    // Nearly always in the last one: the stacks that came last.
    when(high.get, [
      setAddress(i32.sub(high.get, i32.const(1))),
      distance.set(i32.sub(id.get, i32.load(address.get))),
      when(i32.ltU(distance.get, i32.load(address.get, 4)), [i32.add(i32.load(address.get, 8), distance.get), returns]),
    ]),
    // `low`: ranges that are known to begin at the id or below it.
    block(
      found,
      loop(
        next,
        brIf(found, i32.geU(low.get, high.get)),
        field.store(state.stackProbes, i32.add(field.load(state.stackProbes), i32.const(1))),
        middle.set(i32.shrU(i32.add(low.get, high.get), i32.const(1))),
        setAddress(middle.get),
        when(i32.leU(i32.load(address.get), id.get), low.set(i32.add(middle.get, i32.const(1))), high.set(middle.get)),
        br(next),
      ),
    ),
    block(missing, [
      brIf(missing, i32.eqz(low.get)),
      setAddress(i32.sub(low.get, i32.const(1))),
      distance.set(i32.sub(id.get, i32.load(address.get))),
      brIf(missing, i32.geU(distance.get, i32.load(address.get, 4))),
      [i32.add(i32.load(address.get, 8), distance.get), returns],
    ]),
    field.store(state.unknownStackCount, i32.add(field.load(state.unknownStackCount), i32.const(1))),
    i32.const(0),
  ])
}
