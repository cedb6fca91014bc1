import { expect, test } from 'vitest'
import { arrayOf, plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { CodeEvents } from './code-events.ts'
import { CodeIndex } from './code-index.ts'
import { FunctionTable } from './function-table.ts'

const varUint = plainType(typeCodes.varUint)
const utf8 = arrayOf(plainType(typeCodes.utf8Unit))
const mapping = {
  name: 'ProcessMapping',
  fields: [
    ...['Id', 'ProcessId', 'StartAddress', 'EndAddress', 'FileOffset'].map((name) => ({ name, type: varUint })),
    { name: 'FileName', type: utf8 },
    { name: 'MetadataId', type: varUint },
  ],
}
const symbol = {
  name: 'ProcessSymbol',
  fields: [
    ...['Id', 'MappingId', 'StartAddress', 'EndAddress'].map((name) => ({ name, type: varUint })),
    { name: 'Name', type: utf8 },
  ],
}

/** Integers as LEB128, texts with a 16-bit length. */
function payload(values: readonly (number | bigint | string)[]): Uint8Array {
  return Uint8Array.from(
    values.flatMap((value) => {
      if (typeof value === 'string') {
        const bytes = [...new TextEncoder().encode(value)]
        return [bytes.length & 255, bytes.length >> 8, ...bytes]
      }
      const bytes: number[] = []
      let rest = BigInt(value)
      for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
      return [...bytes, Number(rest)]
    }),
  )
}

function namesOf(fill: (push: (type: typeof mapping, values: (number | bigint | string)[]) => void) => void) {
  const code = new CodeEvents()
  const feed = new EventFeed(code)
  fill((type, values) =>
    feed.push({ provider: 'Universal.System', eventId: 1, opcode: 0, ...type }, { ticks: 1 }, payload(values)),
  )
  const functions = new FunctionTable(code.methods, code.modules, new CodeIndex(code.methods))
  return (address: number) => functions.get(functions.at(address, 5))
}

test('native code is named by the symbols of the mapped files, including the kernel', () => {
  const nameAt = namesOf((push) => {
    push(mapping, [7, 1234, 0x7f00_0000_1000, 0x7f00_0000_9000, 0, '/usr/lib/libc.so.6', 0])
    push(symbol, [1, 7, 0x7f00_0000_2000, 0x7f00_0000_2100, 'größe'])
    push(symbol, [2, 8, 0xffff_ffff_8100_0000n, 0xffff_ffff_8100_0800n, 'schedule'])
  })
  expect(nameAt(0x7f00_0000_2010)).toEqual({
    name: 'größe',
    displayName: 'größe',
    module: 'libc.so.6',
    kind: 'native',
  })
  expect(nameAt(Number(BigInt.asIntN(64, 0xffff_ffff_8100_0010n)))).toMatchObject({ name: 'schedule', kind: 'native' })
  expect(nameAt(0x7f00_0000_3000)).toMatchObject({ kind: 'unresolved' })
})

test('when addresses of several processes overlap, no frame is named after another process', () => {
  const nameAt = namesOf((push) => {
    push(mapping, [7, 1234, 0x1000, 0x9000, 0, 'a', 0])
    push(symbol, [1, 7, 0x2000, 0x2100, 'a_symbol'])
    push(mapping, [8, 99, 0x1000, 0x9000, 0, 'b', 0])
  })
  expect(nameAt(0x2010)).toMatchObject({ kind: 'unresolved' })
})

test('other events of the whole machine name nothing', () => {
  const nameAt = namesOf((push) => {
    push(mapping, [7, 1234, 0x1000, 0x9000, 0, 'a', 0])
    push({ ...symbol, name: 'ProcessExit' }, [1, 7, 0x2000, 0x2100, 'a_symbol'])
  })
  expect(nameAt(0x2010)).toMatchObject({ kind: 'unresolved' })
})

test('events of other providers that happen to have these names say nothing', () => {
  const code = new CodeEvents()
  const feed = new EventFeed(code)
  for (const [type, values] of [
    [mapping, [7, 1234, 0x1000, 0x9000, 0, 'a', 0]],
    [symbol, [1, 7, 0x2000, 0x2100, 'a_symbol']],
  ] as const)
    feed.push({ provider: 'Acme', eventId: 1, opcode: 0, ...type }, { ticks: 1 }, payload(values))
  expect([code.methods.count, code.modules.count]).toEqual([0, 0])
})
