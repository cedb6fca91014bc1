import { describe, expect, test } from 'vitest'
import { dumpNativeEvents, tryBuildOracle } from '../../../samples/run-oracle.ts'
import { canBuildSamples } from '../../../samples/start-target.ts'
import { nativeEvent } from '../event-names.ts'
import type { ValueShape } from '../payload/value-shape.ts'

const oracle = canBuildSamples() ? tryBuildOracle() : null

const kinds: Readonly<Record<string, readonly string[]>> = {
  Byte: ['u8'],
  UInt16: ['u16'],
  UInt32: ['u32', 'hex32'],
  Int32: ['i32', 'u32', 'bool'],
  Int64: ['i64'],
  UInt64: ['u64'],
  Double: ['f64'],
  IntPtr: ['ptr'],
  Boolean: ['bool'],
  String: ['text'],
  Guid: ['guid'],
}
/** Fields that our table calls as Microsoft's tools do, not as the runtime does. */
const otherNames = new Map([
  ['202/Bytes', 'Promoted'],
  ['270/EventName', 'Name'],
])
/** Signed in the manifest, read as signed by us because -1 is a value. */
const otherKinds = new Set(['188/TailCallType'])

function kindOf(shape: ValueShape): string {
  return shape.kind === 'scalar' ? shape.scalar : shape.kind
}

describe.skipIf(oracle === null)('the table of native events', () => {
  test('has every event and field of the SDK’s own runtime, in its order and with its types', async () => {
    const lines = (await dumpNativeEvents(oracle ?? '')).split('\n').filter((line) => line !== '')
    expect(lines.length).toBeGreaterThan(150)
    const problems: string[] = []
    for (const line of lines) {
      const [id = '', , name = '', described = ''] = line.split('\t')
      const event = nativeEvent('Microsoft-Windows-DotNETRuntime', Number(id))
      const wanted = described === '' ? [] : described.split(', ').map((field) => field.split(' ') as [string, string])
      if (event?.name !== name.replace(/_V\d+$/, '')) problems.push(`${line}: named ${event?.name}`)
      // The runtime's description leaves arrays out; they and what follows them are ours alone.
      const plain = event?.fields.filter(({ shape }) => shape.kind === 'scalar') ?? []
      for (const [index, [type, field]] of wanted.entries()) {
        const found = plain[index]
        const expected = otherNames.get(`${id}/${field}`) ?? field
        const isKind = kinds[type]?.includes(found ? kindOf(found.shape) : '') || otherKinds.has(`${id}/${field}`)
        if (found?.name !== expected || !isKind) problems.push(`${line}: field ${index} is ${JSON.stringify(found)}`)
      }
    }
    expect(problems).toEqual([])
  })
})
