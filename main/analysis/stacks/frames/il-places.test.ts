import { expect, test } from 'vitest'
import { wholeTrace, type TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import { runtimeProvider } from '../../../../shared/model/runtime-providers.ts'
import { PlantedTrace } from '../../findings/testing/planted-trace.ts'
import { codeOriginOf } from '../../tables/frame-facts-of.ts'
import { SelectedStacks } from '../selected-stacks.ts'
import { pushStack } from '../testing/picture.ts'

const pdbId = '00112233445566778899aabbccddeeff'
const jitted = 8
const msTicks = 1e6

function method(trace: PlantedTrace, start: number, name: string, flags = jitted): void {
  trace.runtime(
    143,
    1,
    {},
    {
      MethodID: start,
      ModuleID: 9,
      MethodStartAddress: start,
      MethodSize: 0x100,
      MethodToken: 0x0600_0000 + (start >>> 12),
      MethodFlags: flags,
      MethodNamespace: 'Shop.Orders',
      MethodName: name,
      MethodSignature: 'void ()',
    },
  )
}

function map(trace: PlantedTrace, methodId: number, entries: readonly (readonly [il: number, native: number])[]): void {
  const payload = new Uint8Array(19 + entries.length * 8 + 2)
  const view = new DataView(payload.buffer)
  view.setUint32(0, methodId, true)
  view.setUint16(17, entries.length, true)
  for (const [at, [il, native]] of entries.entries()) {
    view.setInt32(19 + at * 4, il, true)
    view.setInt32(19 + (entries.length + at) * 4, native, true)
  }
  trace.feed.push(
    { provider: runtimeProvider, eventId: 190, name: '', opcode: 0, fields: [] },
    { ticks: msTicks },
    payload,
  )
}

const text = (value: string) => Array.from(`${value}\0`, (unit) => [unit.charCodeAt(0), 0]).flat()

/** The module as its load event has it: number of the runtime, then the id of its PDB. */
function module(trace: PlantedTrace, ilPath: string): void {
  const head = new Uint8Array(24)
  head[0] = 9
  const id = Array.from({ length: 16 }, (_, at) => Number.parseInt(pdbId.slice(at * 2, at * 2 + 2), 16))
  const payload = Uint8Array.from([...head, ...text(ilPath), ...text(''), 0, 0, ...id, 1, 0, 0, 0, 0, 0])
  trace.feed.push(
    { provider: runtimeProvider, eventId: 152, name: '', opcode: 0, fields: [] },
    { ticks: msTicks },
    payload,
  )
}

/** Root first: Main at its second statement, then Price at its first or at its second, recurring once. */
function planted(): PlantedTrace {
  const trace = new PlantedTrace()
  module(trace, '/srv/app/Shop.dll')
  method(trace, 0x1000, 'Main')
  map(trace, 0x1000, [
    [0, 0],
    [7, 0x20],
    [-3, 0xf0],
  ])
  method(trace, 0x2000, 'Price')
  map(trace, 0x2000, [
    [0, 0],
    [12, 0x40],
  ])
  method(trace, 0x3000, 'Precompiled', 0)
  method(trace, 0x4000, 'Unmapped')
  const { stacks } = trace.parts.sampled
  pushStack(stacks, [0x1021, 0x2010], 1)
  pushStack(stacks, [0x1021, 0x2010, 0x2041], 2)
  pushStack(stacks, [0x1020, 0x3010], 3)
  pushStack(stacks, [0x10f8, 0x4010], 4)
  trace.samples(0, 20, 1, 1)
  trace.samples(20, 25, 1, 2)
  trace.samples(30, 40, 2, 3)
  trace.samples(40, 43, 2, 4)
  return trace.endAt(100)
}

function originOf(name: string, selection: Partial<TraceSelection> = {}, trace = planted()) {
  const stacks = new SelectedStacks(trace.parts.sampled, trace.feed.trace, () => () => true, trace.parts.awaits)
  const frame = { method: `Shop.Orders.${name}()`, module: 'Shop' }
  return codeOriginOf(trace.parts, trace.feed.trace, stacks, { frame, selection: { ...wholeTrace, ...selection } })
}

test('the module of a function comes with the build that ran', () => {
  expect(originOf('Price')).toMatchObject({
    modulePath: '/srv/app/Shop.dll',
    pdbId,
    token: 0x0600_0002,
    isManaged: true,
    isDynamic: false,
  })
})

test('a sample is at the call before its return address, at the innermost frame of the function', () => {
  expect(originOf('Price').places).toEqual([
    { token: 0x0600_0002, ilOffset: 0, samples: 20 },
    { token: 0x0600_0002, ilOffset: 12, samples: 5 },
  ])
  // 0x1020 is the first byte behind a call of the first statement.
  expect(originOf('Main')).toMatchObject({
    places: [
      { ilOffset: 7, samples: 25 },
      { ilOffset: 0, samples: 10 },
    ],
    hiddenCount: 3,
  })
})

test('only samples of the selection count', () => {
  const { places } = originOf('Price', { range: { fromMs: 10, toMs: 22 } })
  expect(places.map(({ samples }) => samples)).toEqual([10, 2])
  const frame = { method: 'Shop.Orders.Precompiled()', module: 'Shop' }
  expect(originOf('Main', { transforms: [{ kind: 'only', frame }] }).places).toMatchObject([{ samples: 10 }])
})

test('code without a map says whether a recording could have it', () => {
  expect(originOf('Precompiled')).toMatchObject({ places: [], precompiledCount: 10, unmappedCount: 0 })
  expect(originOf('Unmapped')).toMatchObject({ places: [], precompiledCount: 0, unmappedCount: 3 })
})

test('what isn’t a method of a module has no source', () => {
  expect(originOf('Gone')).toMatchObject({ isManaged: false, places: [], modulePath: '' })
})
