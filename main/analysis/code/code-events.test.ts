import { describe, expect, test } from 'vitest'
import { rundownProvider, runtimeProvider } from '../../../shared/model/runtime-providers.ts'
import { nativeEvent } from '../../events/event-names.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { CodeEvents } from './code-events.ts'

const method = {
  MethodID: 7,
  ModuleID: 3,
  MethodStartAddress: 0x1000,
  MethodSize: 0x80,
  MethodToken: 0x600_0005,
  MethodFlags: 8,
  MethodNamespace: 'Shop.Cart',
  MethodName: 'Save',
  MethodSignature: 'instance void  (int32)',
}

function told(tell: (feed: EventFeed) => void): CodeEvents {
  const code = new CodeEvents()
  tell(new EventFeed(code))
  return code
}

describe('methods', () => {
  test('that are loaded are there from then on, with what the event says of them', () => {
    const { methods } = told((feed) => feed.runtime(143, { ticks: 50 }, method))
    expect(methods.code(0)).toMatchObject({
      methodId: 7,
      moduleId: 3,
      start: 0x1000,
      size: 0x80,
      token: 0x600_0005,
      flags: 8,
      loadTicks: 50,
    })
    expect([methods.count, methods.fullName(0)]).toEqual([1, 'Shop.Cart.Save(int32)'])
  })

  test('that a rundown at the end tells of were there all along', () => {
    const { methods } = told((feed) => {
      // The rundown’s event has the layout of the load.
      feed.runtime(143, { ticks: 1 }, { ...method, MethodStartAddress: 0x9000 })
      feed.runtime(139, { ticks: 50 }, method)
    })
    expect([methods.count, methods.code(1).loadTicks]).toEqual([2, Number.NEGATIVE_INFINITY])
  })

  test('that are unloaded are gone from then on', () => {
    const { methods } = told((feed) => {
      feed.runtime(143, { ticks: 50 }, method)
      feed.runtime(144, { ticks: 70 }, { ...method, MethodID: 8 })
      expect([feed.trace.types.length]).toEqual([2])
      feed.runtime(144, { ticks: 90 }, method)
    })
    expect([methods.count, methods.unloadTicks(0)]).toEqual([1, 90])
  })

  test('without names or without a size are nameless code, or none', () => {
    const { MethodNamespace: _type, MethodName: _name, MethodSignature: _signature, ...unnamed } = method
    const { methods } = told((feed) => {
      feed.runtime(141, { ticks: 50 }, unnamed)
      feed.runtime(143, { ticks: 60 }, { MethodID: 9, ModuleID: 1, MethodStartAddress: 0x2000 })
    })
    expect([methods.count, methods.fullName(0), methods.code(0).start]).toEqual([1, '', 0x1000])
  })

  test('of other providers say nothing', () => {
    const code = told((feed) => {
      const fields = nativeEvent(runtimeProvider, 143)!.fields
      expect(fields.length).toBeGreaterThan(5)
      feed.push({ provider: 'Acme', eventId: 143, name: '', opcode: 0, fields: [] }, { ticks: 1 }, new Uint8Array(100))
      feed.runtime(80, { ticks: 1 }, {})
    })
    expect([code.methods.count, code.modules.count]).toEqual([0, 0])
  })
})

describe('which IL a part of code was made of', () => {
  const map = Uint8Array.of(7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 5, 0, 0, 0, 16, 0, 0, 0)

  test('comes behind the code when it is compiled', () => {
    const { ilMaps } = told((feed) => {
      feed.runtime(143, { ticks: 1 }, method)
      feed.push({ provider: runtimeProvider, eventId: 190, name: '', opcode: 0, fields: [] }, { ticks: 2 }, map)
    })
    expect([ilMaps.has(0), ilMaps.ilOffset(0, 20)]).toEqual([true, 5])
  })

  test('comes before the code in a rundown', () => {
    const { ilMaps } = told((feed) => {
      feed.push({ provider: rundownProvider, eventId: 149, name: '', opcode: 0, fields: [] }, { ticks: 1 }, map)
      feed.runtime(143, { ticks: 2 }, method)
    })
    expect(ilMaps.ilOffset(0, 20)).toBe(5)
  })
})

const utf16 = (text: string) =>
  Array.from(`${text}\0`, (unit) => [unit.charCodeAt(0) & 255, unit.charCodeAt(0) >> 8]).flat()

/** Id, assembly, flags, reserved, paths, number of the runtime, PDB. */
const payload = (pdb: readonly number[]) =>
  Uint8Array.from([3, ...Array<number>(23).fill(0), ...utf16('/app/Shop.dll'), ...utf16(''), 1, 0, ...pdb])

const loaded = (eventId: number, pdb: readonly number[]) => {
  const { modules } = told((feed) =>
    feed.push({ provider: runtimeProvider, eventId, name: '', opcode: 0, fields: [] }, { ticks: 1 }, payload(pdb)),
  )
  return [modules.count, modules.path(3), modules.pdbId(3)]
}

describe('modules', () => {
  const pdb = Array.from({ length: 16 }, (_, index) => index + 1)
  const digits = '0102030405060708090a0b0c0d0e0f10'

  test('have the path and the build that their load tells', () => {
    expect(loaded(152, pdb)).toEqual([1, '/app/Shop.dll', digits])
    expect(loaded(152, [...pdb, 1, 2, 3])).toEqual([1, '/app/Shop.dll', digits])
  })

  test('have no build where it is all zeros, cut, or not told', () => {
    expect(loaded(152, Array<number>(16).fill(0))).toEqual([1, '/app/Shop.dll', ''])
    expect(loaded(152, pdb.slice(1))).toEqual([1, '/app/Shop.dll', ''])
    expect(loaded(152, [])).toEqual([1, '/app/Shop.dll', ''])
  })
})
