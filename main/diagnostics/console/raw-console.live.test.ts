import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, tryBuild, type SampleTarget } from '../../../samples/start-target.ts'
import { socketOf } from '../../../samples/socket-of.ts'
import type { ConsolePayload } from '../../../shared/model/console.ts'
import type { KnownTarget } from '../known-target.ts'
import { sendDraft } from './raw-console.ts'

describe.skipIf(!canBuildSamples() || tryBuild('net10') === null)('manual requests to a process', () => {
  let sample: SampleTarget
  let target: KnownTarget
  beforeAll(async () => {
    sample = await startTarget({ args: ['idle', '--password=hunter2'] })
    target = {
      endpoint: { transport: 'unix', pid: sample.pid, path: socketOf(sample.pid) } as KnownTarget['endpoint'],
      facts: { runtimeVersion: '10.0.0', flavour: 'coreclr', isSuspended: false, commandLineBytes: null },
    } as KnownTarget
  })
  afterAll(() => sample?.dispose())
  const send = (command: string, values: Readonly<Record<string, string | null>> = {}) => {
    const payload: ConsolePayload = { kind: 'fields', values }
    return sendDraft(target, command, payload)
  }

  it('shows what each byte of the answers says', async () => {
    const info = await send('ProcessInfo3')
    expect(info.error).toBeNull()
    const text = (name: string) => info.reply?.pieces.find((piece) => piece.name === name)
    expect(text('process id')?.text).toBe(`${sample.pid} (0x${sample.pid.toString(16)})`)
    expect(text('command line')).toMatchObject({ text: expect.stringContaining('hunter2'), isSecret: true })
    const last = info.reply?.pieces.at(-1)
    expect((last?.offset ?? 0) + (last?.length ?? 0)).toBe(info.reply?.bytes.length)
    const environment = await send('ProcessEnvironment')
    expect(environment.reply?.pieces.at(-1)?.text).toMatch(/\d+ variables: .*PATH/)
    expect(environment.reply?.bytes).toHaveLength(26)
  })

  it('shows an error of the runtime with its bytes, and the process lives on', async () => {
    const missing = await send('SetEnvironmentVariable', { name: 'NOT_SET_ANYWHERE', value: null })
    expect(missing.error).toMatchObject({ kind: 'runtime-error', name: 'ENVVAR_NOT_FOUND' })
    expect(missing.reply?.pieces.at(-1)?.text).toBe('0x800700CB ENVVAR_NOT_FOUND')
    expect((await send('StopTracing', { 'session id': '12' })).reply?.pieces.at(-1)?.text).toBe('0xc')
    expect((await send('ProcessInfo')).error).toBeNull()
  })
})
