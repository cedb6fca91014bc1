import { expect, test } from 'vitest'
import { must } from '../../../shared/base/assert.ts'
import { consoleCommands, type ConsolePayload } from '../../../shared/model/console.ts'
import { commands } from '../../protocol/commands.ts'
import type { KnownTarget } from '../known-target.ts'
import { replyMessage } from './message-pieces.ts'
import { previewDraft } from './raw-console.ts'

const target: KnownTarget = {
  // Nothing is sent in these tests; the endpoint of this very process is one that exists.
  endpoint: { transport: 'unix', pid: process.pid, path: '/nowhere' } as KnownTarget['endpoint'],
  facts: { runtimeVersion: '9.0.1', flavour: 'coreclr', isSuspended: true, commandLineBytes: null },
  name: 'app',
  operatingSystem: 'Linux',
  architecture: 'x64',
  isStopped: false,
  isSameUser: true,
  userName: null,
  jobTarget: { pid: process.pid, name: 'app', processKey: null },
  view: () => null,
}
const fields = (values: Readonly<Record<string, string | null>> = {}): ConsolePayload => ({ kind: 'fields', values })
const bytes = (hex: string): ConsolePayload => ({ kind: 'bytes', bytes: Uint8Array.from(Buffer.from(hex, 'hex')) })
const message = (hex: string) => Uint8Array.from(Buffer.from(`444f544e45545f4950435f563100${hex}`, 'hex'))
const refusalOf = async (command: string, payload: ConsolePayload): Promise<string> => {
  const { refusal, request } = await previewDraft(target, command, payload)
  expect(request).toBeNull()
  return JSON.stringify(refusal)
}

test('every published command is there with its number', async () => {
  const known = Object.entries(commands).map(([name, { code }]) => [name, code] as const)
  expect(new Map(consoleCommands.map(({ name, code }) => [name, code]))).toEqual(new Map(known))
})

test('fields and bytes make the same request, and its pieces cover every byte', async () => {
  const typed = must(
    (await previewDraft(target, 'SetEnvironmentVariable', fields({ name: 'A', value: '' }))).request,
    'request',
  )
  const hex = Buffer.from(typed.bytes.subarray(20)).toString('hex')
  expect(hex).toBe('0200000041000000010000000000')
  expect((await previewDraft(target, 'SetEnvironmentVariable', bytes(hex))).request).toEqual(typed)
  const covered = typed.pieces.reduce((end, { offset, length }) => (expect(offset).toBe(end), offset + length), 0)
  expect(covered).toBe(typed.bytes.length)
})

test('what would end a process is refused before a byte is sent', async () => {
  // A payload that ends early: a runtime up to .NET 10 reads on and dies.
  expect(await refusalOf('SetEnvironmentVariable', bytes('0200000041'))).toContain('read past the end')
  expect(await refusalOf('EnablePerfMap', bytes(''))).toContain('read past the end')
  expect(await refusalOf('ProcessInfo2', bytes('00'))).toContain('left after its last field')
  // A perf map ends a waiting .NET 9.
  expect(await refusalOf('EnablePerfMap', fields({ type: '1' }))).toContain('suspended')
  expect(await refusalOf('ApplyStartupHook', fields({ path: '/no/such.dll' }))).toContain('has not been checked')
  expect(await refusalOf('GenerateCoreDump3', fields({ path: '', type: '1', flags: '0' }))).toContain('refused-harmful')
  expect(await refusalOf('GenerateCoreDump3', fields({ path: '/tmp/%p', type: '1', flags: '0' }))).toContain('template')
  const sessions = consoleCommands.filter(({ impact }) => impact === 'session')
  expect(sessions).toHaveLength(6)
  for (const { name } of sessions)
    expect(await refusalOf(name, fields())).toContain('prevents the process from exiting')
})

test('null and empty strings differ, and values are secrets', async () => {
  const { request } = await previewDraft(target, 'SetEnvironmentVariable', fields({ name: 'A', value: null }))
  expect(request?.pieces.at(-1)).toEqual({ name: 'value', offset: 28, length: 4, text: 'null', isSecret: false })
  const { request: set } = await previewDraft(target, 'SetEnvironmentVariable', fields({ name: 'A', value: 'x' }))
  expect(set?.pieces.at(-1)).toMatchObject({ text: 'x', isSecret: true })
})

test('an answer is followed as far as it goes', async () => {
  const error = replyMessage('AttachProfiler', message('1800ffff000085131380'))
  expect(error.pieces.at(-1)).toMatchObject({ name: 'error', text: '0x80131385 UNKNOWN_COMMAND', offset: 20 })
  const cut = replyMessage('StopTracing', message('1c00ff0000000102'))
  expect(cut.pieces.at(-1)).toMatchObject({ name: 'session id', length: 2, text: 'truncated' })
  const stub = replyMessage('StopTracing', message('1c00').slice(0, 7))
  expect(stub.pieces).toEqual([
    { name: 'received', offset: 0, length: 7, text: '7 bytes of a header', isSecret: false },
  ])
})
