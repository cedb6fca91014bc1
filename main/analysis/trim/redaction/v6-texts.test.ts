import { describe, expect, it } from 'vitest'
import { ByteBuilder } from '../../../../shared/base/byte-builder.ts'
import { writeV6Labels, writeV6Thread } from '../../../nettrace/writer/v6-rows.ts'
import type { Redactor } from './redactor.ts'
import { maskV6Header, maskV6Labels, maskV6Threads } from './v6-texts.ts'

/** What was asked to be masked; every text becomes a longer one. */
function masking() {
  const asked: string[] = []
  const redactor = {
    text: ({ event, field }: { event: string; field: string }, text: string) => {
      asked.push(`${event}.${field}: ${text}`)
      return `<${text}>`
    },
  } as unknown as Redactor
  return { asked, redactor }
}

const header = (count: number, ...pairs: readonly string[]) => {
  const builder = new ByteBuilder().bytes(Uint8Array.from({ length: 36 }, (_, index) => index)).u32(count)
  for (const text of pairs) builder.text6(text)
  return builder.take()
}

describe('the header of a V6 file', () => {
  it('keeps its clock, and has masks for the values of its attributes', () => {
    const { asked, redactor } = masking()
    expect(maskV6Header(header(2, 'HostName', 'db1', 'ProcessId', '7'), redactor)).toEqual(
      header(2, 'HostName', '<db1>', 'ProcessId', '<7>'),
    )
    expect(asked).toEqual(['Trace.HostName: db1', 'Trace.ProcessId: 7'])
  })

  it('that is cut stays as it is', () => {
    const cut = header(3, 'HostName', 'db1', 'ProcessId')
    expect(maskV6Header(cut, masking().redactor)).toBe(cut)
  })
})

const threads = (...rows: readonly Uint8Array[]) => {
  const builder = new ByteBuilder()
  for (const row of rows) builder.bytes(row)
  return builder.take()
}

describe('the threads of a V6 file', () => {
  it('keep their ids, and have masks for names and attributes', () => {
    const { asked, redactor } = masking()
    const ids = { processId: 42n, threadId: 2n ** 40n }
    const before = threads(
      writeV6Thread(1, { name: 'main', ...ids, attributes: [['user', 'anna']] }),
      writeV6Thread(300, {}),
    )
    const after = threads(
      writeV6Thread(1, { name: '<main>', ...ids, attributes: [['user', '<anna>']] }),
      writeV6Thread(300, {}),
    )
    expect(maskV6Threads(before, redactor)).toEqual(after)
    expect(asked).toEqual(['Thread.Name: main', 'Thread.user: anna'])
  })

  it('lose what lies behind an item of an unknown kind: it can’t be checked', () => {
    const row = new ByteBuilder().varint(5n).u8(3).varint(7n).u8(99).text6('secret').take()
    const content = threads(new ByteBuilder().u16(row.length).bytes(row).take(), writeV6Thread(2, { name: 'x' }))
    expect(maskV6Threads(content, masking().redactor)).toEqual(
      threads(writeV6Thread(5, { threadId: 7n }), writeV6Thread(2, { name: '<x>' })),
    )
  })

  it('end where a row reaches over the block', () => {
    const content = threads(writeV6Thread(1, { name: 'a' }), Uint8Array.of(9, 0, 1))
    expect(maskV6Threads(content, masking().redactor)).toEqual(threads(writeV6Thread(1, { name: '<a>' })))
  })
})

const id = Uint8Array.from({ length: 16 }, (_, index) => index + 1)
const block = (...lists: readonly Uint8Array[]) => {
  const builder = new ByteBuilder().u32(7).u32(lists.length)
  for (const list of lists) builder.bytes(list)
  return builder.take()
}

const list = (value: string) =>
  writeV6Labels([
    { kind: 'activity', id },
    { kind: 'related-activity', id },
    { kind: 'trace', id },
    { kind: 'span', id: 5n },
    { kind: 'number', key: 'n', value: -300n },
    { kind: 'text', key: 'user', value },
    { kind: 'opcode', value: 1 },
    { kind: 'keywords', value: 9n },
    { kind: 'level', value: 2 },
    { kind: 'version', value: 3 },
  ])
const last = (value: string) => writeV6Labels([{ kind: 'text', key: 'host', value }])

describe('the labels of a V6 file', () => {
  it('have masks for texts, and keep ids and numbers', () => {
    const { asked, redactor } = masking()
    expect(maskV6Labels(block(list('anna'), last('db')), redactor)).toEqual(block(list('<anna>'), last('<db>')))
    expect(asked).toEqual(['Label.user: anna', 'Label.host: db'])
  })
})
