import { spawn, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { canBuildSamples, tryBuild, wantedVariants } from '../../../samples/start-target.ts'
import { must } from '../../../shared/base/assert.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { directory, rowWhen, start, useLiveDirectory } from './testing/live-directory.ts'

useLiveDirectory()

const hasSdk = canBuildSamples()

// Without 3.1 among the wanted runtimes there is nothing to define.
describe.skipIf(!hasSdk).each(wantedVariants().filter((variant) => variant === 'net31'))(
  'the process list with .NET Core 3.1: %s',
  () => {
    const isBuilt = hasSdk && tryBuild('net31') !== null

    it.skipIf(!isBuilt)('lists it with what can be known without Process commands', async () => {
      const { pid } = await start({ variant: 'net31', args: ['idle', '--', 'words'] })
      const row = await rowWhen(pid, ({ state, runtimeVersion }) => state === 'limited' && runtimeVersion !== null)
      expect(row).toMatchObject({
        name: 'Pipescope.Sample',
        runtimeVersion: '3.1.3',
        runtimeFlavour: 'coreclr',
        commandLineSource: 'operating-system',
        problem: { kind: 'no-process-commands' },
      })
      expect(row.commandLine).toMatch(/idle -- words$/)
      const details = directory.details(row.key)
      const available = details.ok ? details.value.capabilities.filter(({ isAvailable }) => isAvailable) : []
      expect(available.map(({ id }) => id)).toEqual(['counters', 'trace', 'stacks', 'dumps', 'heap-graph', 'profiler'])
      expect(await directory.environment(row.key)).toMatchObject({ ok: true })
    })
  },
)

/** What each sample must be recognised as. */
const expected: Readonly<Record<string, { readonly runtimeFlavour: string; readonly runtimeVersion: RegExp }>> = {
  net10: { runtimeFlavour: 'coreclr', runtimeVersion: /^10\.0\./ },
  net9: { runtimeFlavour: 'coreclr', runtimeVersion: /^9\.0\.22/ },
  net8: { runtimeFlavour: 'coreclr', runtimeVersion: /^8\.0\.33/ },
  net31: { runtimeFlavour: 'coreclr', runtimeVersion: /^3\.1\.3/ },
  aot10: { runtimeFlavour: 'nativeaot', runtimeVersion: /^10\.0\.12/ },
  aot9: { runtimeFlavour: 'nativeaot', runtimeVersion: /^9\.0\.22/ },
  aot8: { runtimeFlavour: 'nativeaot', runtimeVersion: /^8\.0\.33/ },
}

describe.skipIf(!hasSdk).each(wantedVariants())('a runtime of the matrix: %s', (variant) => {
  const isBuilt = hasSdk && tryBuild(variant) !== null
  const wanted = must(expected[variant], 'every variant has a line')

  it.skipIf(!isBuilt)('is recognized, and shown with its arguments', async () => {
    const { pid } = await start({ variant, args: ['idle', '--', 'one', 'two'] })
    const row = await rowWhen(
      pid,
      ({ state, runtimeFlavour, runtimeVersion }) =>
        state !== 'asking' && runtimeFlavour !== 'unknown' && runtimeVersion !== null,
    )
    expect(row.name).toBe('Pipescope.Sample')
    expect(row.runtimeFlavour).toBe(wanted.runtimeFlavour)
    expect(row.runtimeVersion).toMatch(wanted.runtimeVersion)
    expect(row.commandLine).toMatch(/ idle -- one two$/)
    expect(row.isTool).toBe(false)
  })

  // .NET Core 3.1 ignores the variables that make a runtime wait.
  if (variant === 'net31') return

  it.skipIf(!isBuilt)('is listed as suspended at startup, and resumed', async () => {
    const env = { DOTNET_DefaultDiagnosticPortSuspend: '1' }
    const target = await start({ variant, args: ['idle'], env, waitsForReady: false })
    const waiting = await rowWhen(target.pid, ({ state }) => state === 'suspended')
    expect(await directory.resume(waiting.key)).toEqual({ ok: true, value: null })
    const row = await rowWhen(
      target.pid,
      ({ state, runtimeFlavour }) => state === 'ready' && runtimeFlavour !== 'unknown',
    )
    expect(row.runtimeFlavour).toBe(wanted.runtimeFlavour)
  })
})

const isInside = (row: ProcessRow): boolean => row.container?.innerPid === 1 && row.state === 'ready'

const canUnshare =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', '--pid', '--fork', '--mount-proc', 'true']).status === 0

describe.skipIf(!hasSdk).each(canUnshare ? ['linux'] : [])('a process in namespaces of its own: %s', () => {
  it('is found inside its own file system, with its own pid beside ours', async () => {
    const program = must(tryBuild('net10'), 'the SDK is there')
    const inner = 'mount -t tmpfs none /mnt && TMPDIR=/mnt exec "$0" --stdin idle'
    const child = spawn('unshare', ['--mount', '--pid', '--fork', '--mount-proc', 'sh', '-c', inner, program], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    try {
      await new Promise((resolve) => child.stdout.once('data', resolve))
      await expect.poll(() => directory.rows().some((row) => isInside(row))).toBe(true)
      const row = must(
        directory.rows().find((candidate) => isInside(candidate)),
        'it was seen',
      )
      expect(row).toMatchObject({ name: 'Pipescope.Sample', container: { engine: 'other', innerPid: 1 } })
      expect(row.endpointPath).toMatch(new RegExp(`^/proc/${row.pid}/root/mnt/dotnet-diagnostic-1-\\d+-socket$`))
    } finally {
      const inside = directory.rows().find(({ container }) => container?.innerPid === 1)
      if (inside) process.kill(inside.pid, 'SIGKILL')
      child.kill('SIGKILL')
    }
  })
})
