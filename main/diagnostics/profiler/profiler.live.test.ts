import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  buildProfiler,
  canBuildSamples,
  profilerClsid,
  startTarget,
  tryBuild,
  variants,
  wantedVariants,
  type SampleTarget,
} from '../../../samples/start-target.ts'
import type { ProfilerFailure, ProfilerOutcome } from '../../../shared/model/profiler.ts'
import type { Result } from '../../../shared/base/result.ts'
import { readTargetView } from '../../os/target-view.ts'
import type { Target } from '../client-actions.ts'
import { resumeRuntime } from '../client.ts'
import { endpointOf, factsOfSample } from '../testing/live-target.ts'
import { addStartupProfiler, attach, lookAtLibrary } from './attach-profiler.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'profiler-'))
const library = canBuildSamples() ? buildProfiler() : null
const targets: SampleTarget[] = []
let logNumber = 0

afterEach(async () => {
  for (const target of targets.splice(0)) await target.dispose()
})

async function start(options: Parameters<typeof startTarget>[0]): Promise<SampleTarget> {
  const target = await startTarget(options)
  targets.push(target)
  return target
}

const newLog = (): string => path.join(folder, `log-${logNumber++}`)
const linesOf = (log: string): string[] =>
  fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trimEnd().split('\n') : []

function attachTo(
  target: Target,
  clientText: string,
  more: { readonly path?: string; readonly clsid?: string } = {},
): Promise<Result<ProfilerOutcome, ProfilerFailure>> {
  const request = {
    timeoutMs: 2000,
    profilerClsid: more.clsid ?? profilerClsid,
    profilerPath: more.path ?? library ?? '',
    clientBytes: new TextEncoder().encode(clientText),
  }
  return attach(target, request, { architecture: null })
}

const managed = wantedVariants().filter((variant) => !variant.startsWith('aot'))
const problemOf = (outcome: Result<ProfilerOutcome, ProfilerFailure>): string | null =>
  outcome.ok ? 'attached' : outcome.error.problem

describe.skipIf(library === null).each(managed)('a profiler in a real process: %s', (variant) => {
  const isBuilt = canBuildSamples() && tryBuild(variant) !== null
  const targetOf = (sample: SampleTarget, isSuspended = false): Target => ({
    endpoint: endpointOf(sample.pid),
    facts: factsOfSample(variants[variant], isSuspended),
  })

  it.skipIf(!isBuilt)('is attached with its data unchanged, and found loaded', async () => {
    const sample = await start({ variant, args: ['idle'] })
    const log = newLog()
    const data = `log=${log};text=größe ✓`
    expect(await attachTo(targetOf(sample), data)).toEqual({ ok: true, value: { isLoaded: true } })
    const bytes = Buffer.byteLength(data)
    await expect.poll(() => linesOf(log)).toContain('attach-complete')
    expect(linesOf(log).slice(0, 2)).toEqual([`attach ${bytes} bytes ${data}`, 'mask 0x4 answer 0x0'])
    // One is enough for a process.
    const second = await attachTo(targetOf(sample), `log=${newLog()}`)
    expect(second).toMatchObject({
      ok: false,
      error: { problem: 'already-active', hasRunInTarget: variant !== 'net31' },
    })
  })

  it.skipIf(!isBuilt)('that cannot be loaded is explained, and a later attach works', async () => {
    const sample = await start({ variant, args: ['idle'] })
    const target = targetOf(sample)
    const text = path.join(folder, 'text.so')
    fs.writeFileSync(text, 'not a library')
    expect(problemOf(await attachTo(target, '', { path: '/nowhere/libprofiler.so' }))).toBe('library-not-found')
    expect(problemOf(await attachTo(target, '', { path: text }))).toBe('library-not-found')
    // The library itself, as if it had been built for another processor.
    const foreign = path.join(folder, `foreign-${variant}.so`)
    const bytes = fs.readFileSync(library ?? '')
    bytes.writeUInt16LE(bytes.readUInt16LE(18) === 183 ? 62 : 183, 18)
    fs.writeFileSync(foreign, bytes)
    expect(problemOf(await attachTo(target, '', { path: foreign }))).toBe('wrong-architecture')
    // Every process has a C library, which is none.
    const libc = /\/\S*\/libc[.-]\S*/.exec(fs.readFileSync(`/proc/${sample.pid}/maps`, 'latin1'))?.[0] ?? ''
    expect(problemOf(await attachTo(target, '', { path: libc }))).toBe('no-entry-point')
    const clsid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
    expect(problemOf(await attachTo(target, '', { clsid }))).toBe('unknown-class-id')
    expect(problemOf(await attachTo(target, 'fail=80004005'))).toBe('declined')
    expect(problemOf(await attachTo(target, 'fail=80131375'))).toBe('declined')
    expect(problemOf(await attachTo(target, 'mask=1000'))).toBe('events-need-startup')
    const log = newLog()
    expect(problemOf(await attachTo(target, `log=${log};detach=1`))).toBe('attached')
    await expect.poll(() => linesOf(log)).toContain('detached')
    await expect.poll(async () => problemOf(await attachTo(target, ''))).toBe('attached')
  })

  it.skipIf(!isBuilt || variant === 'net31')(
    'waits with the attach until the runtime has started, and can be there from the start',
    async () => {
      const log = newLog()
      const sample = await start({
        variant,
        args: ['idle'],
        env: { DOTNET_DefaultDiagnosticPortSuspend: '1', PIPESCOPE_PROFILER_LOG: log },
        waitsForReady: false,
      })
      const socket = (): boolean => fs.existsSync(endpointOf(sample.pid).path)
      await expect.poll(socket).toBe(true)
      const target = targetOf(sample, true)
      expect(problemOf(await attachTo(target, ''))).toBe('still-starting')
      expect(
        await addStartupProfiler(target, { clsid: profilerClsid, path: library ?? '' }, { architecture: null }),
      ).toEqual({
        ok: true,
        value: null,
      })
      expect(linesOf(log)).toEqual([])
      await resumeRuntime(target.endpoint)
      await expect.poll(() => linesOf(log)).toContain('module')
      expect(linesOf(log)[0]).toBe('initialize')
      await expect.poll(() => sample.lines.some((line) => line.startsWith('ready'))).toBe(true)
      // A running one would say OK and load nothing.
      expect(
        await addStartupProfiler(
          targetOf(sample),
          { clsid: profilerClsid, path: library ?? '' },
          { architecture: null },
        ),
      ).toMatchObject({
        ok: false,
        error: { error: { kind: 'invalid-request' } },
      })
      sample.send('exit 0')
      await expect.poll(() => linesOf(log).at(-1) ?? '').toMatch(/^shutdown \d+ modules$/)
    },
  )

  it.skipIf(!isBuilt)('is looked at before, as the target sees it', async () => {
    const sample = await start({ variant, args: ['idle'] })
    const options = { view: readTargetView(sample.pid), architecture: process.arch, userName: () => 'somebody' }
    expect(await lookAtLibrary(library ?? '', options)).toMatchObject({
      isThere: true,
      isReadableByTarget: true,
      isSharedLibrary: true,
      fitsArchitecture: true,
      hasEntryPoint: true,
      ownerName: 'somebody',
    })
    expect(await lookAtLibrary('/nowhere.so', options)).toMatchObject({ isThere: false, isSharedLibrary: null })
    expect(await lookAtLibrary('/etc/passwd', options)).toMatchObject({ isThere: true, isSharedLibrary: false })
    // What the runtime was built for counts more than what it is said to be.
    expect(await lookAtLibrary(library ?? '', { ...options, architecture: 'arm32' })).toMatchObject({
      fitsArchitecture: true,
    })
  })
})
